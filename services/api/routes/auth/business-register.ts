import type { FastifyRequest } from 'fastify'
import {
  businessRegistrationReplySchema,
  businessRegistrationSchema,
  ID_DOCUMENT_REQUIRED,
} from '#contracts/calls/account/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { needsIdDocument } from '#contracts/pages/kind-names.ts'
import { ID_DOCUMENT_FIELD, ID_DOCUMENT_TOO_LARGE_BYTES, UPLOAD_ERRORS } from '#contracts/units/uploads.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { newToken, VERIFICATION_MS } from '#accounts/tokens.ts'
import { storeIdDocument } from '#businesses/profile/id-documents.ts'
import { ImageRefused, imageTypeOf } from '#platform/files/images.ts'
import { shortDigest } from '#platform/event-store/ids.ts'
import { ApiError, invalidField } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { bytesOf, formParts } from '../../http/form-parts.ts'
import { optionalKey } from '../../idempotency/idempotency-key.ts'
import { PUBLIC_FORM_LIMIT } from '../../plugins/rate-limit.ts'
import { refuseUnreadable } from '../../plugins/readable-text.ts'
import { refuseGuessable } from '../../guards/refuse-guessable.ts'
import { registerOrTakeOver } from './register-or-take-over.ts'
import { rememberSignUp } from '../../session/sign-up-cookie.ts'

const MAX_FIELD_BYTES = 16 * 1024
const MAX_FIELDS = 40

/** R102-R107, R194: a multipart form. */
export function businessRegister(app: App, deps: Deps): void {
  app.post(
    '/api/auth/business-register',
    {
      config: PUBLIC_FORM_LIMIT,
      schema: {
        tags: ['auth'],
        consumes: ['multipart/form-data'],
        response: { 201: businessRegistrationReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { fields, document } = await readForm(request)
      const parsed = businessRegistrationSchema.safeParse(fields)
      if (!parsed.success) {
        const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
        throw new ApiError('invalid_input', { message: issues[0]?.message ?? 'Invalid input', issues })
      }
      await refuseDocument(parsed.data.legalStatus, document)
      const { password, confirmPassword: _same, ...registration } = parsed.data
      await refuseGuessable('password', password, registration)
      const mayMail = await deps.signIns.signUp(request, registration.email)
      const passwordHash = await hashPassword(password)
      const idDocumentKey = document ? await storeIdDocument(deps.files, document).catch(refusedDocument) : null
      const key = optionalKey(request)
      const signUpKey = key === undefined ? null : shortDigest(`register:${key}:${registration.email.toLowerCase()}`)
      const verification = {
        ...newToken(deps.env.SESSION_SECRET, 'verify'),
        expires: new Date(deps.now().getTime() + VERIFICATION_MS),
      }
      const { id, slug, ...account } = await registerOrTakeOver(
        deps,
        { ...registration, passwordHash, idDocumentKey, verification, signUpKey },
        { correlationId: request.id, mayMail },
      )
      rememberSignUp(reply, deps.env, { id, ...account })
      deps.wake('mail', 'events')
      return reply.status(201).send({ id, slug, message: 'Please check your email to verify your account' })
    },
  )
}

/** Throws 400 for an invalid form. */
async function readForm(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; document: Buffer | undefined }> {
  const fields: Record<string, string> = {}
  let document: Buffer | undefined
  const limits = {
    fileSize: ID_DOCUMENT_TOO_LARGE_BYTES,
    files: 1,
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    parts: MAX_FIELDS + 1,
  }
  for await (const part of formParts(request, limits)) {
    if (part.type === 'field') {
      if (part.valueTruncated || typeof part.value !== 'string') throw new ApiError('invalid_input')
      fields[part.fieldname] = refuseUnreadable(part.value)
      continue
    }
    const bytes = await bytesOf(part)
    if (part.fieldname !== ID_DOCUMENT_FIELD) throw new ApiError('invalid_input')
    // R162: the limit itself is too large.
    if (!bytes || bytes.length >= ID_DOCUMENT_TOO_LARGE_BYTES)
      throw invalidField(ID_DOCUMENT_FIELD, UPLOAD_ERRORS.documentTooLarge)
    // Browsers send an empty file if none is chosen.
    if (bytes.length > 0) document = bytes
  }
  return { fields, document }
}

/** R162: judged by content, not file name. */
async function refuseDocument(legalStatus: string, document: Buffer | undefined): Promise<void> {
  if (document && !(await imageTypeOf(document))) throw invalidField(ID_DOCUMENT_FIELD, UPLOAD_ERRORS.documentType)
  if (!document && needsIdDocument(legalStatus)) throw invalidField(ID_DOCUMENT_FIELD, ID_DOCUMENT_REQUIRED)
}

function refusedDocument(error: unknown): never {
  if (!(error instanceof ImageRefused)) throw error
  throw invalidField(
    ID_DOCUMENT_FIELD,
    error.reason === 'wrong_type' ? UPLOAD_ERRORS.documentType : UPLOAD_ERRORS.imageFailed,
  )
}

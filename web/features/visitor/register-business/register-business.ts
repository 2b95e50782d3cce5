/** Checks the reply without the schema library, because the form is on a public page. */
import type { z } from 'zod'
import type { BusinessRegistration, businessRegistrationReplySchema } from '#contracts/calls/account/accounts.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { UPLOAD_TIMEOUT_MS } from '#contracts/units/uploads.ts'
import { api } from '#web/lib/api/api.ts'
import { objectWith } from '#web/lib/api/reply.ts'

type RegistrationReply = z.infer<typeof businessRegistrationReplySchema>
export const registrationReply = objectWith<RegistrationReply>('id', 'slug', 'message')

export interface RegistrationInput {
  fields: Omit<BusinessRegistration, 'language'> & { language: Language }
  idDocument: File | undefined
}

/** R194, R107: multipart, the ID document last; empty fields are omitted. */
export function registerBusiness({ fields, idDocument }: RegistrationInput, key: string): Promise<RegistrationReply> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, value)
  if (idDocument) form.set('idDocument', idDocument)
  return api.write({
    method: 'POST',
    path: '/api/auth/business-register',
    body: form,
    key,
    reply: registrationReply,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
}

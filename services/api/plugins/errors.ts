import fp from 'fastify-plugin'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ERRORS, type ErrorBody, type ErrorCode } from '#contracts/calls/errors.ts'
import { PasswordQueueFull } from '#accounts/passwords.ts'
import { createRateLimitedLog } from '#platform/process/throttled-log.ts'
import { RecordedBefore } from '#platform/outbox/event-outbox.ts'
import { TooManyImages } from '#platform/files/images.ts'
import { TooManyDocuments } from '#platform/documents/pdf-drawings.ts'
import { ApiError } from '../http/api-error.ts'
import { isOutage } from '../outage.ts'

/** For Fastify's own 4xx errors. */
function codeOfRefusal(status: number): ErrorCode {
  if (status === 413) return 'too_large'
  if (status === 429) return 'too_many_attempts'
  return 'invalid_input'
}

/** By Fastify's error code, because no field is at fault. */
const ISSUE_OF: Readonly<Record<string, NonNullable<ErrorBody['issues']>[number]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { path: 'content-type', message: 'Unsupported Content-Type' },
  FST_ERR_CTP_INVALID_JSON_BODY: { path: '', message: 'Body is not valid JSON' },
}

type Answer = { status: number; body: ErrorBody }

function answer(code: ErrorCode, status: number = ERRORS[code][0]): Answer {
  return { status, body: { code, message: ERRORS[code][1] } }
}

function answerTo(error: unknown): Answer {
  if (error instanceof ApiError)
    return { status: error.status, body: { code: error.code, message: error.message, ...error.details } }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'Invalid input',
    }))
    const missing = (message: string) => (/received undefined/.test(message) ? 'Required' : message)
    const shown = issues.map((issue) => ({ ...issue, message: missing(issue.message) }))
    return {
      status: 400,
      body: { code: 'invalid_input', message: shown[0]?.message ?? 'Invalid input', issues: shown },
    }
  }
  if (error instanceof RecordedBefore) return answer('idempotency_key_reused')
  if (error instanceof PasswordQueueFull || error instanceof TooManyDocuments || error instanceof TooManyImages)
    return answer('busy')
  const { statusCode: status = 500, code: ofFramework = '' } = (error ?? {}) as { statusCode?: number; code?: string }
  if (status >= 400 && status < 500) {
    const code = codeOfRefusal(status)
    if (code !== 'invalid_input') return answer(code, status)
    const issue = ISSUE_OF[ofFramework]
    return { status: 400, body: { ...answer(code).body, ...(issue && { issues: [issue] }) } }
  }
  if (isOutage(error)) return answer('busy')
  return answer('internal')
}

/** Every request fails alike during an outage; more lines would bury other errors. */
const OUTAGES_A_MINUTE = 10

/** Answers errors without stack trace or input. */
export const errors = fp(async (app) => {
  const ofOutages = createRateLimitedLog(OUTAGES_A_MINUTE)
  app.setErrorHandler((thrown, request, reply) => {
    const error = request.refusal ?? thrown
    const { status, body } = answerTo(error)
    reply.errorCode = body.code
    const unsaid = status < 500 ? undefined : body.code === 'busy' ? ofOutages() : 0
    if (unsaid !== undefined)
      request.log.error({ err: error, requestId: request.id, ...(unsaid > 0 && { unsaid }) }, 'request failed')
    const retryAfterSeconds =
      error instanceof ApiError ? error.retryAfterSeconds : error instanceof PasswordQueueFull ? 2 : undefined
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.status(status).send({ ...body, requestId: request.id })
  })
})

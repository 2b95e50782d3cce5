import fp from 'fastify-plugin'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ERRORS, type ErrorBody, type ErrorCode } from '#contracts/errors.ts'
import { PasswordQueueFull } from '#accounts/passwords.ts'
import { RecordedBefore } from '#platform/event-outbox.ts'
import { ApiError } from '../api-error.ts'
import { isOutage } from '../outage.ts'

/** What Fastify itself refuses, by its own code or status: all of it is the caller's doing. */
function codeOfRefusal(status: number): ErrorCode {
  if (status === 413) return 'too_large'
  if (status === 429) return 'too_many_attempts'
  return 'invalid_input'
}

function bodyOf(error: unknown): { status: number; body: ErrorBody } {
  if (error instanceof ApiError) return { status: error.status, body: { code: error.code, message: error.message, ...error.details } }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'Invalid input',
    }))
    const missing = (message: string) => (/received undefined/.test(message) ? 'Required' : message)
    const shown = issues.map((issue) => ({ ...issue, message: missing(issue.message) }))
    return { status: 400, body: { code: 'invalid_input', message: shown[0]?.message ?? 'Invalid input', issues: shown } }
  }
  if (error instanceof RecordedBefore) return { status: ERRORS.idempotency_key_reused[0], body: { code: 'idempotency_key_reused', message: ERRORS.idempotency_key_reused[1] } }
  if (error instanceof PasswordQueueFull) return { status: 503, body: { code: 'busy', message: ERRORS.busy[1] } }
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) {
    const code = codeOfRefusal(status)
    return { status: code === 'invalid_input' ? 400 : status, body: { code, message: ERRORS[code][1] } }
  }
  if (isOutage(error)) return { status: 503, body: { code: 'busy', message: ERRORS.busy[1] } }
  return { status: 500, body: { code: 'internal', message: ERRORS.internal[1] } }
}

/** One place turns whatever went wrong into { code, message }: never a stack, never an echo of the input. */
export const errors = fp(async (app) => {
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = bodyOf(error)
    if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed')
    return reply.status(status).send({ ...body, requestId: request.id })
  })
})

import type { FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY, idempotencyKeySchema } from '#contracts/units/ids.ts'
import { ApiError } from '../http/api-error.ts'

/** The write's idempotency key. Throws 400 if it is missing or invalid. */
export function keyOf(request: FastifyRequest): string {
  const header = request.headers[IDEMPOTENCY_KEY]
  if (header === undefined) throw new ApiError('idempotency_key_required')
  const key = idempotencyKeySchema.safeParse(header)
  if (!key.success)
    throw new ApiError('invalid_input', { issues: [{ path: IDEMPOTENCY_KEY, message: 'Invalid Idempotency-Key' }] })
  return key.data
}

/** The key of a call that may lack one. Throws 400 if it is invalid. */
export function optionalKey(request: FastifyRequest): string | undefined {
  return request.headers[IDEMPOTENCY_KEY] === undefined ? undefined : keyOf(request)
}

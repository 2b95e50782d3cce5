import type { ParseKeys } from 'i18next'
import { ApiError } from '#web/lib/api/api-error.ts'

/** R217; undefined if the server's error code has its own message. */
export function verificationErrorKey(error: unknown): ParseKeys | undefined {
  if (!(error instanceof ApiError)) return 'verifyEmail.failed'
  if (error.code === 'network') return 'verifyEmail.network'
  if (error.code === 'invalid_verification_token' || error.code === 'invalid_input' || error.code === 'unreadable')
    return 'verifyEmail.failed'
  return undefined
}

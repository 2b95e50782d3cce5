import type { ParseKeys } from 'i18next'
import { ApiError } from '#web/lib/api/api-error.ts'

/** R217: the sentence for a verification that failed; undefined where the server's own code has one. */
export function verificationErrorKey(error: unknown): ParseKeys | undefined {
  if (!(error instanceof ApiError)) return 'verifyEmail.failed'
  if (error.code === 'network') return 'verifyEmail.network'
  if (error.code === 'invalid_verification_token' || error.code === 'invalid_input' || error.code === 'unreadable')
    return 'verifyEmail.failed'
  return undefined
}

import type { ParseKeys } from 'i18next'
import { ApiError } from '#web/lib/api/api-error.ts'

/**
 * R207: chooses the message by the server's text; an expired paid plan has its own (H24). A server failure is not
 * blamed on the person.
 */
export function signInErrorKey(error: unknown): ParseKeys {
  if (!(error instanceof ApiError)) return 'errors.internal'
  const { message } = error
  if (message.includes('Account Suspended')) return 'errors.account_suspended'
  if (message.includes('Pending Confirmation')) return 'errors.pending_confirmation'
  if (message.includes('verify your email')) return 'errors.email_unverified'
  if (message.includes('Rate limit exceeded')) return 'errors.sign_in_rate_limited'
  if (error.status === 403 && message.includes('Trial Expired'))
    return error.lapsed ? 'errors.plan_lapsed' : 'errors.trial_expired'
  if (error.code === 'sign_in_closed') return 'signIn.closed'
  if (message.includes('Registration Rejected')) return 'signIn.rejected'
  if (error.status === 429) return 'errors.sign_in_rate_limited'
  if (error.code === 'passkey_refused') return 'signIn.passkeyRefused'
  if (error.code === 'network') return 'errors.network'
  if (error.code === 'busy') return 'errors.busy'
  if (error.outcomeUnknown) return 'errors.internal'
  return 'errors.invalid_credentials'
}

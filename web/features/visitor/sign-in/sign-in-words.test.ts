import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { signInErrorKey } from './sign-in-words.ts'

it.each([
  [403, 'Account Suspended', 'errors.account_suspended'],
  [403, 'Pending Confirmation', 'errors.pending_confirmation'],
  [403, 'Please verify your email address before logging in.', 'errors.email_unverified'],
  [429, 'Rate limit exceeded', 'errors.sign_in_rate_limited'],
  [403, 'Trial Expired', 'errors.trial_expired'],
  [403, 'Registration Rejected', 'signIn.rejected'],
  [429, 'Too many attempts, please try again later', 'errors.sign_in_rate_limited'],
  [401, 'Invalid credentials', 'errors.invalid_credentials'],
  [400, 'Anything else', 'errors.invalid_credentials'],
  [500, 'Something went wrong', 'errors.internal'],
  [503, 'The service is busy', 'errors.internal'],
])('a sign-in refused with %i %s shows %s (R207)', (status, message, key) => {
  expect(signInErrorKey(new ApiError(status, 'forbidden', message))).toBe(key)
})

it('an expired paid plan is not called a trial (H24)', () => {
  expect(signInErrorKey(new ApiError(403, 'trial_expired', 'Trial Expired', { lapsed: true }))).toBe(
    'errors.plan_lapsed',
  )
  expect(signInErrorKey(new ApiError(403, 'trial_expired', 'Trial Expired', { lapsed: false }))).toBe(
    'errors.trial_expired',
  )
})

it('neither a lost connection nor a busy service is called a wrong password', () => {
  expect(signInErrorKey(new ApiError(0, 'network', 'Failed to fetch'))).toBe('errors.network')
  expect(signInErrorKey(new ApiError(503, 'busy', 'The service is busy, please try again'))).toBe('errors.busy')
})

it('a refused passkey is not called a wrong password', () => {
  expect(signInErrorKey(new ApiError(400, 'passkey_refused', 'This passkey could not be used'))).toBe(
    'signIn.passkeyRefused',
  )
})

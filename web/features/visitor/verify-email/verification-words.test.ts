import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { verificationErrorKey } from './verification-words.ts'

it.each([
  [new ApiError(0, 'network', 'Failed to fetch'), 'verifyEmail.network'],
  [new ApiError(400, 'invalid_verification_token', 'Verification failed. Please try again.'), 'verifyEmail.failed'],
  [new ApiError(400, 'invalid_input', 'Invalid input'), 'verifyEmail.failed'],
  [new TypeError('x'), 'verifyEmail.failed'],
  [new ApiError(429, 'too_many_attempts', 'Too many attempts, please try again later'), undefined],
])('a verification that failed with %s shows %s; the server may have its own text (R217)', (error, key) => {
  expect(verificationErrorKey(error)).toBe(key)
})

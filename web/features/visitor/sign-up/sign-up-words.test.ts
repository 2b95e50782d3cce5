import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { isUserThere } from './sign-up-words.ts'

it('recognises a sign-up refused with "already exists" (R209)', () => {
  expect(isUserThere(new ApiError(409, 'user_exists', 'User already exists'))).toBe(true)
  expect(isUserThere(new ApiError(400, 'invalid_input', 'Invalid input'))).toBe(false)
  expect(isUserThere(new ApiError(0, 'network', 'Failed to fetch'))).toBe(false)
  expect(isUserThere(new Error('already exists'))).toBe(false)
})

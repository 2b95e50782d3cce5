import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { isLimitError } from './limit-error.ts'

it('recognises a used-up month by the flag or by either text (R212)', () => {
  expect(isLimitError(new ApiError(403, 'forbidden', '', { limitExceeded: true }))).toBe(true)
  expect(isLimitError(new ApiError(403, 'forbidden', 'Transaction limit exceeded'))).toBe(true)
  expect(isLimitError(new ApiError(403, 'forbidden', '403: Monthly transaction limit exceeded'))).toBe(true)
  expect(isLimitError(new ApiError(404, 'buyer_not_found', 'Buyer not found'))).toBe(false)
})

import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { startWords } from './i18n.ts'
import { useErrorWords } from './use-words.ts'

beforeAll(() => startWords('en'))
afterEach(cleanup)

function Said({ error }: { error: unknown }): string {
  return useErrorWords().forError(error)
}
const said = (error: unknown) => render(<Said error={error} />).container.textContent

it('a call that is refused because the time is over says which time: the trial, or a paid plan (H24)', () => {
  expect(said(new ApiError(403, 'trial_expired', 'Trial Expired'))).toBe('Your trial has expired')
  expect(said(new ApiError(403, 'trial_expired', 'Trial Expired', { lapsed: true }))).toBe('Your paid period has ended')
})

it('what only a business or the staff is refused is said in the words of their pages, and what has no words by the server’s text', () => {
  const refused = [new ApiError(409, 'too_many_perks', 'Too many'), new ApiError(409, 'status_refused', 'Refused'), new ApiError(409, 'of_tomorrow' as 'internal', 'Later')]
  expect(refused.map(said)).toEqual(['There are more perks than the plan allows', 'The status of this business does not allow that', 'Later'])
})

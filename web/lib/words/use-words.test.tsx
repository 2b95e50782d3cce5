import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { useErrorWords } from './use-words.ts'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

function Said({ error }: { error: unknown }): string {
  return useErrorWords().forError(error)
}
const said = (error: unknown) => render(<Said error={error} />).container.textContent

it('a refusal because time is over says which: the trial, or a paid plan (H24)', () => {
  expect(said(new ApiError(403, 'trial_expired', 'Trial Expired'))).toBe('Your trial has expired')
  expect(said(new ApiError(403, 'trial_expired', 'Trial Expired', { lapsed: true }))).toBe('Your paid period has ended')
})

it("errors of business and staff pages use their own words, and unknown ones the server's text", () => {
  const refused = [
    new ApiError(409, 'too_many_perks', 'Too many'),
    new ApiError(409, 'status_refused', 'Refused'),
    new ApiError(409, 'of_tomorrow' as 'internal', 'Later'),
  ]
  expect(refused.map(said)).toEqual([
    'You have more perks than the plan allows',
    "This is not possible with the business's current status",
    'Later',
  ])
})

it('an action with an unknown outcome is not called failed, because the points may have moved', () => {
  function Told({ error }: { error: unknown }): string {
    const { title, description } = useErrorWords().forAct('Redemption failed', error)
    return `${title} | ${description}`
  }
  const told = (error: unknown) => render(<Told error={error} />).container.textContent
  expect(
    [
      new ApiError(409, 'perk_not_found', 'No perk'),
      new ApiError(0, 'network', 'lost'),
      new ApiError(504, 'outcome_unknown', 'Not known'),
    ].map(told),
  ).toEqual([
    'Redemption failed | Perk not found',
    'The outcome is not known yet, please try again | You are offline. Please check your connection and try again. However often you try, it counts once.',
    'The outcome is not known yet, please try again | However often you try, it counts once.',
  ])
})

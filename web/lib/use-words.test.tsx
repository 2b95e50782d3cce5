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

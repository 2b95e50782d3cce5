import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { BusinessHistory } from '#contracts/calls/staff/time-travel.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { withWords } from '#web/lib/api/lazy-page.ts'
import { TimeSlider } from './time-slider.tsx'

beforeAll(async () => {
  await startAllWords('en')
  await withWords(async () => undefined, ['staff'])
})
afterEach(cleanup)

const at = '2026-11-20T10:00:00.000Z'
const history: BusinessHistory = { first: at, last: at, total: 1, buckets: [1], next: null, events: [] }
const none = (): void => undefined

it("a button's moment is read out; on the slider, the slider itself does (WCAG 4.1.3)", () => {
  render(<TimeSlider history={history} asOf={{ position: '7', at }} isPast onStep={none} onMove={none} />)
  const said = (): string | null => screen.getByTestId('travel-moment').getAttribute('aria-live')
  const slider = screen.getByRole('slider')
  expect(said()).toBe('polite')
  fireEvent.focus(slider)
  expect(said()).toBe('off')
  fireEvent.blur(slider)
  expect(said()).toBe('polite')
})

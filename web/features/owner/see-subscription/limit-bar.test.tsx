import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startWords } from '#web/lib/words/i18n.ts'
import { LimitBar } from './limit-bar.tsx'

beforeAll(() => startWords('en'))
afterEach(cleanup)

it('no limit is shown as infinity, without a bar (R79)', () => {
  render(<LimitBar label="Transactions" current={1_312} limit={null} />)
  expect(screen.getByRole('img', { name: 'Unlimited' })).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('a limit that is reached says so (R77)', () => {
  render(<LimitBar label="Transactions" current={1_000} limit={1_000} />)
  expect(screen.getByText('Limit reached')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
})

it('a limit that is far off is a bar and nothing else', () => {
  render(<LimitBar label="Transactions" current={10} limit={1_000} />)
  // No layout in here: what keeps it on one line is the class.
  expect(screen.getByText('10 / 1,000').className).toContain('whitespace-nowrap')
  expect(screen.queryByText(/limit/i)).toBeNull()
})

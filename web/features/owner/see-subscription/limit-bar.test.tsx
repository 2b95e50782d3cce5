import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { LimitBar } from './limit-bar.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

it('no limit shows infinity, without a bar (R79)', () => {
  render(<LimitBar label="Transactions" current={1_312} limit={null} />)
  expect(screen.getByRole('img', { name: 'Unlimited' })).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('a reached limit is reported (R77)', () => {
  render(<LimitBar label="Transactions" current={1_000} limit={1_000} />)
  expect(screen.getByText('Limit reached')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
})

it('a distant limit is only a bar', () => {
  render(<LimitBar label="Transactions" current={10} limit={1_000} />)
  // The test has no layout; this class keeps the text on one line.
  expect(screen.getByText('10 / 1,000').className).toContain('whitespace-nowrap')
  expect(screen.queryByText(/limit/i)).toBeNull()
})

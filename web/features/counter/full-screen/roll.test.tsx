import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { RecentAward } from '#contracts/calls/counter.ts'
import { key, openCounter, scan, startScreens } from './testing/screen.tsx'

startScreens()

const MINUTE_MS = 60_000
const award = (awardId: string, minutesAgo: number): RecentAward => {
  const at = new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString()
  return {
    awardId,
    buyerId: 'KH0002',
    points: 1,
    amountSpent: 500,
    receipt: null,
    recordedAt: at,
    happenedAt: at,
    voided: null,
    undo: { possible: true, why: null, until: at, balance: '1.0', balanceAfter: '0.0' },
    corrected: null,
    correction: { possible: true, why: null, held: '1.0' },
  }
}

it('awards and perks stand in one list, newest first, with times as people say them, and each can be undone', async () => {
  const server = openCounter([award('1', 2.5), award('2', 150)])
  await scan('K7MNP2QR')
  await screen.findByTestId('counter-asks')
  await key('Enter')
  await screen.findByTestId('counter-given')
  const roll = await screen.findByTestId('counter-roll')
  await waitFor(() => expect(within(roll).getAllByRole('listitem')).toHaveLength(3))
  const lines = (): string[] =>
    within(roll)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '')
  expect(lines().map((line) => /just now|2 minutes ago|2 hours ago/.exec(line)?.[0])).toEqual([
    'just now',
    '2 minutes ago',
    '2 hours ago',
  ])
  expect(within(roll).getAllByRole('button', { name: /^Correct/ })).toHaveLength(2)
  expect(within(roll).getAllByRole('button', { name: /^Undo/ })).toHaveLength(3)

  const [undo] = within(roll).getAllByRole('button', { name: /^Undo: Coffee/ })
  undo?.click()
  await waitFor(() => expect(lines()[0]).toContain('Undone'))
  expect(screen.queryByTestId('counter-given')).toBeNull()
  expect(server.sent.at(-1)?.path).toBe('redemptions/r/reopen')
  within(roll)
    .getAllByRole('button', { name: /^Undo: KH/ })[0]
    ?.click()
  expect(await screen.findByRole('dialog')).toBeDefined()
})

import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { RecentAward } from '#contracts/calls/counter.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { RecentAwards } from './recent-awards.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const AT = '2026-11-18T10:00:00.000Z'
const old: RecentAward = {
  awardId: '1',
  buyerId: 'AN1234',
  points: 1,
  amountSpent: 500,
  receipt: null,
  recordedAt: AT,
  happenedAt: AT,
  voided: null,
  undo: { possible: false, why: 'too_late', until: AT, balance: '1.0', balanceAfter: null },
  corrected: null,
  correction: { possible: false, why: 'too_late', held: '1.0' },
}

it.each([
  ['am', 'գրեք մեզ։'],
  ['en', 'write to us.'],
] as const)('the sentence under the last voidable award ends with a full stop (%s)', async (language, end) => {
  await startAllWords(language)
  vi.stubGlobal('fetch', async () => Response.json({ awards: [old], next: null }))
  render(
    <ReadProvider userId={7}>
      <MemoryRouter>
        <RecentAwards businessId={7} />
      </MemoryRouter>
    </ReadProvider>,
  )
  expect((await screen.findByRole('link')).parentElement?.textContent).toMatch(
    new RegExp(`${end.replace('.', '\\.')}$`),
  )
})

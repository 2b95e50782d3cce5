import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { MovementLine } from '#contracts/calls/figures.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { EventList } from './event-list.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const AWARD: MovementLine = {
  position: '11',
  eventId: '11',
  type: 'PointsAwarded',
  buyer: { id: 5, buyerId: 'AB1234' },
  points: '246.9',
  balance: '246.9',
  amountSpent: 123_450,
  receipt: null,
  perkName: null,
  reason: null,
  missing: null,
  awardId: 'a',
  redemptionId: null,
  of: null,
  actorRole: 'business',
  onBehalf: false,
  staffId: null,
  tillId: null,
  branchId: null,
  happenedAt: '2026-01-05T10:03:00.000Z',
  recordedAt: '2026-01-05T10:03:00.000Z',
}
const of = { position: '11', happenedAt: AWARD.happenedAt, amountAmd: 123_450 }
const CORRECTION: MovementLine = {
  ...AWARD,
  position: '12',
  eventId: '12',
  type: 'AwardCorrected',
  points: '-222.3',
  balance: '24.6',
  amountSpent: 12_345,
  reason: 'typo',
  missing: '0.0',
  of,
  happenedAt: '2026-01-05T10:09:00.000Z',
}
const VOID: MovementLine = { ...CORRECTION, position: '13', eventId: '13', type: 'AwardVoided', amountSpent: null }

/** The cells that tell what each event is about, with plain spaces. */
async function details(language: Language, movements: MovementLine[]): Promise<(string | undefined)[]> {
  await startAllWords(language)
  vi.stubGlobal('fetch', async () => Response.json({ movements, next: null }))
  render(
    <MemoryRouter>
      <ReadProvider userId={7}>
        <EventList businessId={7} filter={{ types: [] }} />
      </ReadProvider>
    </MemoryRouter>,
  )
  await act(async () => new Promise((resolve) => setTimeout(resolve)))
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelectorAll('td')[3]?.lastElementChild?.textContent?.replaceAll(/\s/g, ' '))
}

it('a correction and an undone award name the award that they are about', async () => {
  expect(await details('en', [VOID, CORRECTION, AWARD])).toEqual([
    'original award: 123,450 AMD, Jan 5, 2026, 14:03 · typo',
    '12,345 AMD · original award: 123,450 AMD, Jan 5, 2026, 14:03 · typo',
    '123,450 AMD',
  ])
})

it('a correction names its award in Armenian, too', async () => {
  expect(await details('am', [CORRECTION])).toEqual([
    '12 345 ֏ · սկզբնական շնորհումը՝ 123 450 ֏, 5 հունվարի 2026, 14:03 · typo',
  ])
})

it('an event without a known award, as older versions reply, shows the rest', async () => {
  expect(await details('en', [{ ...CORRECTION, of: undefined }])).toEqual(['12,345 AMD · typo'])
})

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Redemption } from '#contracts/calls/buyer.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { RedemptionRow } from './redemption-row.tsx'

const pending: Redemption = {
  id: 'a',
  perkId: 1,
  redemptionCode: 'K7MNP2QR',
  isUsed: false,
  points: '10.0',
  createdAt: '2026-11-20T10:00:00Z',
  usedAt: null,
  perk: { name: 'Coffee' },
  business: { id: 2, businessName: 'Kofe Tun', closed: false, takesPart: true },
}
const nothing = (): void => undefined

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

it('a pending redemption can show its code and be cancelled (R66)', () => {
  render(<RedemptionRow redemption={pending} onShow={nothing} onCancel={nothing} />)
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Show QR code: Coffee',
    'Cancel: Coffee',
  ])
})

it('a used redemption has neither button (R66)', () => {
  render(
    <RedemptionRow
      redemption={{ ...pending, redemptionCode: null, isUsed: true, usedAt: pending.createdAt }}
      onShow={nothing}
      onCancel={nothing}
    />,
  )
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.getByText('Used')).toBeTruthy()
})

it("a redemption at a closed business says so in the reader's language (H25, R64)", async () => {
  const used = {
    ...pending,
    redemptionCode: null,
    isUsed: true,
    usedAt: pending.createdAt,
    business: { id: 2, businessName: 'Closed business', closed: true, takesPart: false },
  }
  await startAllWords('am')
  try {
    render(<RedemptionRow redemption={used} onShow={nothing} onCancel={nothing} />)
    expect(screen.getByText(/Փակված բիզնես/)).toBeTruthy()
    expect(screen.queryByText(/Closed business/)).toBeNull()
  } finally {
    await startAllWords('en')
  }
})

it.each([
  ['am', /ժամանակավորապես չի մասնակցում, ուստի կոդն այժմ հնարավոր չէ օգտագործել/],
  ['en', /temporarily not taking part, so the code cannot be used/],
] as const)(
  'a code that its business cannot accept now says so before it is shown there, and can still be cancelled (%s; H28)',
  async (language, words) => {
    await startAllWords(language)
    try {
      const away = { ...pending, business: { ...pending.business, takesPart: false } }
      const { rerender } = render(<RedemptionRow redemption={away} onShow={nothing} onCancel={nothing} />)
      expect(screen.getByText(words)).toBeTruthy()
      expect(screen.getAllByRole('button')).toHaveLength(2)
      rerender(<RedemptionRow redemption={pending} onShow={nothing} onCancel={nothing} />)
      expect(screen.queryByText(words)).toBeNull()
      rerender(
        <RedemptionRow
          redemption={{ ...away, redemptionCode: null, isUsed: true, usedAt: away.createdAt }}
          onShow={nothing}
          onCancel={nothing}
        />,
      )
      expect(screen.queryByText(words)).toBeNull()
    } finally {
      await startAllWords('en')
    }
  },
)

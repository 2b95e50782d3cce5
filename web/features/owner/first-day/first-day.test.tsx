import { act, cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { RecentAward } from '#contracts/calls/counter.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { rememberPoster } from '#web/lib/calls/posters.ts'
import { FirstDay } from './first-day.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const ID = 7
const PERK = { id: 1, name: 'Coffee', description: 'A cup', pointsRequired: '12.5' }
const AWARD: RecentAward = {
  awardId: 'a',
  buyerId: 'AB1234',
  points: 1,
  amountSpent: 500,
  receipt: null,
  happenedAt: '2026-01-05T05:05:00.000Z',
  recordedAt: '2026-01-05T05:05:00.000Z',
  voided: null,
  corrected: null,
  correction: { possible: true, why: null, held: '1.0' },
  undo: { possible: true, why: null, until: '2026-01-06T05:05:00.000Z', balance: '1.0', balanceAfter: '0.0' },
}
const SUBSCRIPTION = {
  subscriptionPlan: 'starter',
  perkLimit: 1,
  currentPerkCount: 0,
  transactionLimit: 1_000,
  currentTransactionCount: 0,
  canAddTransaction: true,
  isInTrial: true,
  trialExpiresAt: '2031-01-05T19:59:59.000Z',
  billingCycle: 'monthly',
  periodStart: null,
  periodEnd: null,
  nextPlan: null,
  nextCycle: null,
  endsAtPeriodEnd: false,
  canRefund: false,
}
const PROFILE = {
  id: 1,
  userId: ID,
  businessName: 'Café',
  slug: 'cafe',
  logoUrl: null,
  status: 'active',
  subscriptionPlan: 'starter',
  trialEndDate: null,
}

interface Shop {
  logoUrl?: string
  perks?: object[]
  staff?: object[]
  awards?: object[]
  isInTrial?: boolean
}

async function show({ logoUrl, perks = [], staff = [], awards = [], isInTrial = true }: Shop): Promise<void> {
  const replies: Record<string, unknown> = {
    [`/api/business-profile/${ID}`]: { ...PROFILE, ...(logoUrl !== undefined && { logoUrl }) },
    [`/api/business/${ID}/perks`]: perks,
    [`/api/business/${ID}/staff`]: { staff },
    [`/api/business/${ID}/awards`]: { awards, next: null },
    [`/api/business/${ID}/subscription`]: { ...SUBSCRIPTION, isInTrial },
  }
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(replies[new URL(address, 'http://localhost').pathname] ?? {}),
  )
  render(
    <MemoryRouter>
      <ReadProvider userId={ID}>
        <FirstDay
          businessId={ID}
          pages={{
            logo: '/edit-business',
            perk: '/perks',
            person: '/people-and-tills',
            poster: '/perks#posters',
            award: '#award',
          }}
        />
      </ReadProvider>
    </MemoryRouter>,
  )
  await act(async () => new Promise((resolve) => setTimeout(resolve)))
  await act(async () => new Promise((resolve) => setTimeout(resolve)))
}
const linksOf = (): (string | null)[] =>
  within(screen.getByTestId('first-day'))
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'))

it('each step links to where it is done, and ticks itself off once it is', async () => {
  await show({ perks: [PERK] })
  expect(screen.getByText('1 of 5 done')).toBeDefined()
  expect(linksOf()).toEqual(['/edit-business', '/people-and-tills', '/perks#posters', '#award'])
  expect(screen.getByText('Create your first perk').parentElement?.textContent).toContain('done')
})

it('says that a test award can be undone, until there is an award', async () => {
  await show({})
  expect(screen.getByText(/own buyer ID: you can undo it within 24 hours/)).toBeDefined()
  cleanup()
  dropReadCache()
  await show({ awards: [AWARD] })
  expect(screen.getByText('1 of 5 done')).toBeDefined()
  expect(screen.queryByText(/own buyer ID/)).toBeNull()
})

it('disappears when all is done', async () => {
  const person = { staffId: '00000000-0000-5000-8000-000000000000', name: 'Ani', role: 'cashier', active: true }
  rememberPoster(ID)
  await show({ logoUrl: '/logos/7/a.webp', perks: [PERK], staff: [person], awards: [AWARD] })
  expect(screen.queryByTestId('first-day')).toBeNull()
})

it('is not shown after the trial', async () => {
  await show({ isInTrial: false })
  expect(screen.queryByTestId('first-day')).toBeNull()
})

it('stays hidden on this device once hidden', async () => {
  await show({})
  await act(async () => screen.getByRole('button', { name: 'Hide the first steps' }).click())
  expect(screen.queryByTestId('first-day')).toBeNull()
  cleanup()
  await show({})
  expect(screen.queryByTestId('first-day')).toBeNull()
})

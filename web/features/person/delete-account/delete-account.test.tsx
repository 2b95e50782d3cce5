import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Subscription } from '#contracts/calls/business.ts'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { DeleteAccount } from './delete-account.tsx'

afterEach(cleanup)
afterEach(dropReadCache)
afterEach(() => vi.unstubAllGlobals())

const owner: SessionUser = {
  id: 9,
  email: 'cafe@hatik.test',
  role: 'business',
  firstName: 'Mariam',
  lastName: 'Cafe',
  phone: null,
  language: 'en',
  buyerId: null,
}
const year: Subscription = {
  subscriptionPlan: 'prime',
  perkLimit: 1,
  currentPerkCount: 0,
  transactionLimit: null,
  currentTransactionCount: 0,
  canAddTransaction: true,
  isInTrial: false,
  trialExpiresAt: null,
  billingCycle: 'yearly',
  periodStart: '2026-11-10T08:00:00.000Z',
  periodEnd: '2099-12-10T19:59:59.000Z',
  nextPlan: null,
  nextCycle: null,
  nextFrom: null,
  nextIsPaid: false,
  endsAtPeriodEnd: false,
  upgradeAwaitsPayment: false,
  canRefund: true,
}

/** The warning, once everything has loaded. */
async function asked(user: SessionUser, subscription: Subscription): Promise<string> {
  vi.stubGlobal('fetch', async () => Response.json(subscription))
  render(
    <ReadProvider userId={user.id}>
      <DeleteAccount user={user} onDone={() => {}} />
    </ReadProvider>,
  )
  await act(async () => screen.getByRole('button').click())
  await act(async () => {})
  const said = screen.getByRole('alertdialog').textContent
  cleanup()
  dropReadCache()
  return said
}

it.each([
  ['am', 'կվերադարձվի ամբողջությամբ'],
  ['en', 'refunded in full'],
] as const)(
  'leaving early in a paid year, or before one begins, promises the refund, and no other leaving does (%s; R226, H25)',
  async (language, words) => {
    await startAllWords(language)
    expect(await asked(owner, year)).toContain(words)
    expect(await asked(owner, { ...year, canRefund: false, nextIsPaid: true })).toContain(words)
    expect(await asked(owner, { ...year, canRefund: false })).not.toContain(words)
    expect(
      await asked(owner, { ...year, canRefund: false, nextIsPaid: true, nextPlan: 'starter', nextCycle: 'monthly' }),
    ).not.toContain(words)
    expect(await asked({ ...owner, role: 'buyer' }, year)).not.toContain(words)
  },
)

it.each([
  ['am', 'մնացած ժամանակը կկորցնեք'],
  ['en', 'The time left will be lost'],
] as const)(
  'leaving in a paid period without a refund says until when it is paid and that it is lost (%s; R226, H25)',
  async (language, words) => {
    await startAllWords(language)
    const month: Subscription = { ...year, billingCycle: 'monthly', canRefund: false }
    expect(await asked(owner, month)).toMatch(new RegExp(`2099.+${words}`))
    for (const other of [year, { ...month, periodEnd: null }, { ...month, periodEnd: '2026-11-10T19:59:59.000Z' }])
      expect(await asked(owner, other)).not.toContain(words)
    expect(await asked({ ...owner, role: 'buyer' }, month)).not.toContain(words)
  },
)

import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Invoice } from '#contracts/calls/billing.ts'
import type { Subscription } from '#contracts/calls/business.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { setTrialExpired, setUser } from '#web/lib/session/session.ts'
import BillingPage from './billing.tsx'

afterEach(cleanup)
afterEach(dropReadCache)
afterEach(() => vi.unstubAllGlobals())
afterEach(() => setUser(null))

const lapsed: Subscription = {
  subscriptionPlan: 'prime',
  perkLimit: null,
  currentPerkCount: 0,
  transactionLimit: null,
  currentTransactionCount: 0,
  canAddTransaction: true,
  isInTrial: false,
  trialExpiresAt: null,
  billingCycle: 'monthly',
  periodStart: '2026-10-10T08:00:00.000Z',
  periodEnd: '2026-11-10T19:59:59.000Z',
  nextPlan: null,
  nextCycle: null,
  nextFrom: null,
  nextIsPaid: false,
  endsAtPeriodEnd: false,
  upgradeAwaitsPayment: false,
  canRefund: false,
}
const renewal: Invoice = {
  id: 3,
  number: 'HTK-2026-000003',
  kind: 'charge',
  state: 'open',
  reason: 'renewal',
  plan: 'prime',
  cycle: 'monthly',
  priceAmd: 39_900,
  creditAmd: 0,
  amountAmd: 39_900,
  issuedAt: '2026-11-03T20:00:00Z',
  dueAt: '2026-11-10T19:59:59Z',
  paidAt: null,
  periodStart: null,
  periodEnd: null,
  payment: null,
  receivedAmd: 0,
  pdfUrl: '/pdf',
}

/** The notice of an expired business. */
async function notice(language: 'am' | 'en', invoices: Invoice[]): Promise<string> {
  await startAllWords(language)
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/subscription')) return Response.json(lapsed)
    return path.endsWith('/invoices') ? Response.json(invoices) : new Response('{}')
  })
  setUser({
    id: 9,
    buyerId: null,
    firstName: 'Մարիամ',
    lastName: 'Սրճարան',
    email: 'cafe@hatik.test',
    phone: null,
    role: 'business',
    language,
  })
  setTrialExpired(true)
  render(
    <MemoryRouter initialEntries={['/billing']}>
      <BillingPage />
    </MemoryRouter>,
  )
  return (await screen.findByText(language === 'am' ? /^Շարունակելու համար/ : / to continue\./)).textContent
}

it.each([
  ['am', /վճարեք HTK-2026-000003 վճարման հաշիվը/, /ընտրեք փաթեթ/],
  ['en', /^Pay invoice HTK-2026-000003 to continue/, /^Choose a plan to continue/],
] as const)(
  'an expired business is asked to pay its open bill, as its mail says, or else to choose a plan (%s; H24)',
  async (language, pay, choose) => {
    expect(await notice(language, [renewal])).toMatch(pay)
    cleanup()
    dropReadCache()
    expect(await notice(language, [{ ...renewal, state: 'cancelled' }])).toMatch(choose)
  },
)

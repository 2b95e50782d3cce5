import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Invoice } from '#contracts/calls/billing.ts'
import type { Subscription } from '#contracts/calls/business.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { Invoices } from './invoices.tsx'
import { OpenInvoices } from './open-invoices.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const place = createRef<HTMLDivElement>()
const invoice: Invoice = {
  id: 3,
  number: 'HTK-2026-000003',
  kind: 'charge',
  state: 'open',
  reason: 'change',
  plan: 'standard',
  cycle: 'monthly',
  priceAmd: 9_900,
  creditAmd: 0,
  amountAmd: 9_900,
  issuedAt: '2026-11-20T10:00:00Z',
  dueAt: '2026-11-27T10:00:00Z',
  paidAt: null,
  periodStart: null,
  periodEnd: null,
  payment: null,
  receivedAmd: 0,
  pdfUrl: '/pdf',
}

const WORDS = {
  am: {
    check: 'Վճարել եմ, ստուգել կրկին',
    open: 'Վճարումը դեռ չի հաստատվել',
    paid: 'Վճարումը հաստատված է',
    cancelled: 'Այս վճարման հաշիվը չեղարկված է',
    lost: 'Չհաջողվեց ստուգել վճարումը',
  },
  en: {
    check: 'I have paid, check again',
    open: 'Your payment has not been confirmed yet',
    paid: 'Your payment is confirmed',
    cancelled: 'This invoice was withdrawn',
    lost: 'Could not check the payment',
  },
} as const

describe.each(['am', 'en'] as const)('asking whether the transfer has arrived (%s; H36)', (language) => {
  it.each(['open', 'paid', 'cancelled', 'lost'] as const)('reports: %s', async (outcome) => {
    await startAllWords(language)
    const words = WORDS[language]
    let answer = (): void => undefined
    let isFirst = true
    vi.stubGlobal('fetch', async (path: string) => {
      if (!path.endsWith('/invoices')) return new Response('{}')
      if (isFirst) {
        isFirst = false
        return new Response(JSON.stringify([invoice]))
      }
      await new Promise<void>((resolve) => (answer = resolve))
      if (outcome === 'lost') throw new TypeError('no network')
      return new Response(JSON.stringify([{ ...invoice, state: outcome }]))
    })
    render(
      <ReadProvider userId={9}>
        <OpenInvoices businessId={9} place={place} />
        <Toaster />
      </ReadProvider>,
    )
    const button = await screen.findByRole('button', { name: words.check })
    fireEvent.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    await act(async () => answer())
    expect(await screen.findByText(words[outcome])).toBeTruthy()
    const isStillOpen = outcome === 'open' || outcome === 'lost'
    expect(screen.queryByRole('button', { name: words.check }) !== null).toBe(isStillOpen)
    if (isStillOpen) expect(button.getAttribute('aria-busy')).toBeNull()
  })
})

const subscription: Subscription = {
  subscriptionPlan: 'prime',
  perkLimit: 1,
  currentPerkCount: 0,
  transactionLimit: null,
  currentTransactionCount: 0,
  canAddTransaction: true,
  isInTrial: false,
  trialExpiresAt: null,
  billingCycle: 'monthly',
  periodStart: '2026-11-10T08:00:00.000Z',
  periodEnd: '2099-12-10T19:59:59.000Z',
  nextPlan: null,
  nextCycle: null,
  nextFrom: null,
  nextIsPaid: false,
  endsAtPeriodEnd: false,
  upgradeAwaitsPayment: false,
  canRefund: false,
}

describe('a bill says when its plan starts, and promises nothing earlier (H38)', () => {
  it.each([
    ['a change', 'The plan starts as soon as the transfer is confirmed.', {}, {}],
    [
      'a renewal',
      'It covers your next period, which begins when the current one ends.',
      { reason: 'renewal', plan: 'starter' },
      { nextPlan: 'starter' },
    ],
    [
      'Starter in the trial',
      'Your paid period begins when your free trial ends.',
      { plan: 'starter' },
      { isInTrial: true, periodStart: null, periodEnd: null },
    ],
  ] as const)('%s: %s', async (_, said, of, at) => {
    await startAllWords('en')
    vi.stubGlobal(
      'fetch',
      async (path: string) =>
        new Response(JSON.stringify(path.endsWith('/invoices') ? [{ ...invoice, ...of }] : { ...subscription, ...at })),
    )
    render(
      <ReadProvider userId={9}>
        <OpenInvoices businessId={9} place={place} />
      </ReadProvider>,
    )
    const others = ['as soon as', 'next period', 'free trial'].filter((part) => !said.includes(part))
    const bill = await screen.findByTestId('open-invoice')
    await expect.poll(() => bill.textContent).toContain(said)
    for (const part of others) expect(bill.textContent).not.toContain(part)
  })
})

it.each(['am', 'en'] as const)(
  "a bill's text names the content of the transfer's purpose field (%s)",
  async (language) => {
    await startAllWords(language)
    vi.stubGlobal(
      'fetch',
      async (path: string) => new Response(JSON.stringify(path.endsWith('/invoices') ? [invoice] : subscription)),
    )
    render(
      <ReadProvider userId={9}>
        <OpenInvoices businessId={9} place={place} />
      </ReadProvider>,
    )
    expect((await screen.findByTestId('open-invoice')).querySelector('p')?.textContent).toContain(invoice.number)
  },
)

it.each([
  ['am', /փոխանցել մինչև/, /վերջնաժամկետն անցել է, բայց վճարել դեռ կարող եք/],
  ['en', /transfer the amount by/, /has passed, but you can still pay/],
] as const)(
  'a bill names its due day until that moment, and then says that it can still be paid (%s; H24)',
  async (language, inTime, late) => {
    await startAllWords(language)
    const dueAtMs = new Date(invoice.dueAt).getTime()
    vi.stubGlobal(
      'fetch',
      async (path: string) => new Response(JSON.stringify(path.endsWith('/invoices') ? [invoice] : subscription)),
    )
    const saidAt = async (nowMs: number) => {
      vi.setSystemTime(nowMs)
      render(
        <ReadProvider userId={9}>
          <OpenInvoices businessId={9} place={place} />
        </ReadProvider>,
      )
      const said = (await screen.findByTestId('open-invoice')).querySelector('p')?.textContent ?? ''
      cleanup()
      return said
    }
    try {
      expect(await saidAt(dueAtMs - 1_000)).toMatch(inTime)
      for (const afterMs of [0, 1_000]) {
        const said = await saidAt(dueAtMs + afterMs)
        expect(said).toMatch(late)
        expect(said).toContain(invoice.number)
        expect(said).not.toMatch(inTime)
      }
    } finally {
      vi.useRealTimers()
    }
  },
)

it.each([
  ['am', 'Վերադարձ՝ Standard, ամսական', { open: 'Սպասում է վերադարձի', paid: 'Վերադարձված' }],
  ['en', 'Refund: Standard, monthly', { open: 'Refund on its way', paid: 'Refunded' }],
] as const)(
  'the list calls a refund neither awaiting payment nor paid, but refunded (%s, H36)',
  async (language, what, states) => {
    await startAllWords(language)
    const refund = { ...invoice, kind: 'refund', reason: 'refund' }
    const list = [
      { ...refund, id: 4, number: 'HTK-2026-000004' },
      { ...refund, id: 5, number: 'HTK-2026-000005', state: 'paid' },
    ]
    vi.stubGlobal(
      'fetch',
      async (path: string) => new Response(JSON.stringify(path.endsWith('/invoices') ? list : subscription)),
    )
    render(
      <ReadProvider userId={9}>
        <Invoices businessId={9} />
      </ReadProvider>,
    )
    const [, open, paid] = await screen.findAllByRole('row')
    expect([open?.textContent, paid?.textContent]).toEqual([
      expect.stringContaining(what),
      expect.stringContaining(what),
    ])
    expect([open?.textContent, paid?.textContent]).toEqual([
      expect.stringContaining(states.open),
      expect.stringContaining(states.paid),
    ])
  },
)

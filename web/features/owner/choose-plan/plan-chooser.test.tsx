import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRef, type ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Invoice, Plans } from '#contracts/calls/billing.ts'
import type { Subscription } from '#contracts/calls/business.ts'
import { DEFAULT_PLAN_TERMS, PLANS_IN_ORDER, type Plan } from '#contracts/pages/plans.ts'
import { useInvoices } from '#web/lib/calls/billing.ts'
import { useSubscription } from '#web/lib/calls/business.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { PlanChooser } from './plan-chooser.tsx'

beforeAll(async () => {
  await startAllWords('en')
})
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const bills = createRef<HTMLUListElement>()
const plans: Plans = {
  currency: 'AMD',
  warningShare: 0.8,
  yearlyRefundDays: 14,
  trialMonths: 1,
  plans: PLANS_IN_ORDER.map((plan) => ({
    plan,
    perkLimit: 1,
    transactionLimit: 1_000,
    monthlyAmd: DEFAULT_PLAN_TERMS[plan].monthlyAmd,
    yearlyAmd: DEFAULT_PLAN_TERMS[plan].yearlyAmd,
  })),
}
const trial: Subscription = {
  subscriptionPlan: 'starter',
  perkLimit: 1,
  currentPerkCount: 0,
  transactionLimit: 1_000,
  currentTransactionCount: 0,
  canAddTransaction: true,
  isInTrial: true,
  trialExpiresAt: '2099-12-10T19:59:59.000Z',
  billingCycle: 'monthly',
  periodStart: null,
  periodEnd: null,
  nextPlan: null,
  nextCycle: null,
  nextFrom: null,
  nextIsPaid: false,
  endsAtPeriodEnd: false,
  upgradeAwaitsPayment: false,
  canRefund: false,
}
const bill: Invoice = {
  id: 3,
  number: 'HTK-2026-000003',
  kind: 'charge',
  state: 'open',
  reason: 'change',
  plan: 'standard',
  cycle: 'monthly',
  priceAmd: 14_900,
  creditAmd: 0,
  amountAmd: 14_900,
  issuedAt: '2026-11-20T10:00:00Z',
  dueAt: '2026-11-27T10:00:00Z',
  paidAt: null,
  periodStart: null,
  periodEnd: null,
  payment: null,
  receivedAmd: 0,
  pdfUrl: '/pdf',
}

/** The confirmation's text for a business with these invoices. */
async function asked(plan: Plan, invoices: readonly Invoice[], subscription = trial): Promise<string | null> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(invoices)))
  const { container } = render(
    <ReadProvider userId={9}>
      <PlanChooser businessId={9} plans={plans} subscription={subscription} perks={null} bill={bills} />
    </ReadProvider>,
  )
  await act(async () =>
    fireEvent.click(within(container.querySelector<HTMLElement>(`[data-plan=${plan}]`)!).getByRole('button')),
  )
  return (await screen.findByRole('alertdialog')).textContent
}

it.each(['starter', 'standard', 'prime'] as const)(
  'time bought for %s in the trial begins after it, and the plan itself when it is paid (H38)',
  async (plan) => {
    const inTrial = await asked(plan, [])
    expect(inTrial).toContain('The plan applies as soon as you pay; your paid period begins when your free trial ends')
    expect(inTrial).not.toContain('withdrawn')
    cleanup()
    const after = await asked(plan, [], { ...trial, isInTrial: false, trialExpiresAt: null })
    expect(after).toContain('You get an invoice, and the plan begins as soon as you pay.')
    expect(after).not.toContain('trial')
  },
)

it('choosing again says that the open bill is withdrawn (H38)', async () => {
  expect(await asked('prime', [{ ...bill, id: 2, state: 'paid' }, bill])).toContain(
    'Your open invoice HTK-2026-000003 is withdrawn: please do not pay it.',
  )
})

it('on a page open while another device chose a plan, the confirmation names that bill and the present price (H38)', async () => {
  let open: readonly Invoice[] = []
  const answer = vi.fn<() => Promise<Response>>(async () => Response.json(open))
  vi.stubGlobal('fetch', answer)
  const page = (now: Plans): ReactNode => (
    <ReadProvider userId={9}>
      <PlanChooser businessId={9} plans={now} subscription={trial} perks={null} bill={bills} />
    </ReadProvider>
  )
  const { container, rerender } = render(page(plans))
  await act(async () => vi.waitFor(() => expect(answer).toHaveBeenCalled()))
  open = [bill]
  await act(async () =>
    fireEvent.click(within(container.querySelector<HTMLElement>('[data-plan=prime]')!).getByRole('button')),
  )
  const dialog = await screen.findByRole('alertdialog')
  await waitFor(() => expect(dialog.textContent).toContain('Your open invoice HTK-2026-000003 is withdrawn'))
  rerender(page({ ...plans, plans: plans.plans.map((offer) => ({ ...offer, monthlyAmd: 50_000 })) }))
  expect(dialog.textContent).toContain('Price: 50,000\u00a0AMD')
})

it("the choice's own bill is not called withdrawn during the refresh", async () => {
  const made = { ...bill, id: 4, number: 'HTK-2026-000004' }
  let isChosen = false
  let answerRest = (): void => undefined
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST') {
      isChosen = true
      return new Response(
        JSON.stringify({
          outcome: 'awaiting_payment',
          plan: 'standard',
          cycle: 'monthly',
          effectiveAt: null,
          invoice: made,
          message: '',
        }),
      )
    }
    if (path.endsWith('/invoices')) return new Response(JSON.stringify(isChosen ? [made] : []))
    if (isChosen) await new Promise<void>((resolve) => (answerRest = resolve))
    return new Response(JSON.stringify(trial))
  })
  function Page(): ReactNode {
    const { value } = useSubscription(9)
    const made = useInvoices(9).value ?? []
    return (
      <>
        <ul ref={bills} tabIndex={-1}>
          {made.map(({ number }) => (
            <li key={number}>{number}</li>
          ))}
        </ul>
        {value && <PlanChooser businessId={9} plans={plans} subscription={value} perks={null} bill={bills} />}
      </>
    )
  }
  const { container } = render(
    <ReadProvider userId={9}>
      <Page />
    </ReadProvider>,
  )
  const button = await waitFor(() =>
    within(container.querySelector<HTMLElement>('[data-plan=standard]') ?? container).getByRole('button', {
      name: /Standard/,
    }),
  )
  fireEvent.click(button)
  const dialog = await screen.findByRole('alertdialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }))
  await screen.findByText(made.number)
  expect(dialog.textContent).toContain('You get an invoice')
  expect(dialog.textContent).not.toContain(made.number)
  await act(async () => answerRest())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

  // The focus moves to the bill once; cancelling a later dialog keeps it.
  await waitFor(() => expect(document.activeElement).toBe(bills.current))
  button.focus()
  fireEvent.click(button)
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})

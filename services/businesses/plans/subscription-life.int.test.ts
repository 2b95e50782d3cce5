/**
 * Random subscription lives (H22 to H25, H36 to H38, R226, decision 14): the state is derived from the invoices alone
 * and compared with the row. LIVES: number of runs.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cycleSchema, DEFAULT_PLAN_TERMS, PLANS_IN_ORDER, type Cycle, type Plan } from '#contracts/pages/plans.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { newSubscriber, subscriptionsAt, type Subscriber } from '../../../infra/testing/servers/subscriber.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { readInvoiceNumber } from '../invoices/invoice-numbers.ts'
import type { StoredInvoice } from '../invoices/invoices.ts'
import { BILL_DAYS_BEFORE } from './open-changes.ts'
import { readPlanTerms, setPlanTerms } from './plan-terms.ts'
import { lookAfterTrials } from './trials.ts'

const { pool } = await testDatabase({ max: 10 })

type Step =
  | { do: 'choose' | 'buy'; plan: Plan; cycle: Cycle }
  | { do: 'pay' | 'cancel' | 'give back' }
  | { do: 'price'; plan: Plan; monthlyAmd: number; yearlyAmd: number }
  | { do: 'suspend'; days: number }
  | { do: 'wait'; days: number }

const amd = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 500_000 }))
/** Gaps near the ends of months, trials and years. */
const days = fc.oneof(
  fc.integer({ min: 0, max: 8 }),
  fc.integer({ min: 9, max: 34 }),
  fc.integer({ min: 350, max: 380 }),
)
const plan = fc.constantFrom(...PLANS_IN_ORDER)
const cycle = fc.constantFrom(...cycleSchema.options)
const stepOf = <K extends Step['do'], R extends Record<string, fc.Arbitrary<unknown>>>(
  weight: number,
  name: K,
  rest: R,
) => ({ weight, arbitrary: fc.record({ do: fc.constant(name), ...rest }) })
const step = fc.record({
  step: fc.oneof(
    stepOf(3, 'choose', { plan, cycle }),
    stepOf(5, 'buy', { plan, cycle }),
    stepOf(4, 'pay', {}),
    stepOf(1, 'cancel', {}),
    stepOf(2, 'give back', {}),
    stepOf(1, 'price', { plan, monthlyAmd: amd, yearlyAmd: amd }),
    stepOf(1, 'suspend', { days }),
    stepOf(6, 'wait', { days }),
  ) as fc.Arbitrary<Step>,
  hours: fc.integer({ min: 1, max: 23 }),
  choreIsLate: fc.boolean(),
})

type Had = { plan: Plan; cycle: Cycle; from: Date; until: Date; bill: StoredInvoice }

/** The running period by the invoices, and those that follow without a gap. */
function paidFor(bills: readonly StoredInvoice[], now: Date): Had[] {
  const paid = bills
    .filter(({ kind, state }) => kind === 'charge' && state === 'paid')
    .toSorted((a, b) => a.paidAt!.getTime() - b.paidAt!.getTime() || a.id - b.id)
  let chain: Had[] = []
  for (const bill of paid) {
    const had = { plan: bill.plan, cycle: bill.cycle, from: bill.periodStart!, until: bill.periodEnd!, bill }
    const last = chain.at(-1)
    chain =
      last && bill.reason === 'renewal' && last.until.getTime() + 1_000 === had.from.getTime() ? [...chain, had] : [had]
  }
  const givenBack = new Set(bills.map(({ refunds }) => refunds))
  return chain.some(({ bill }) => givenBack.has(bill.id)) ? [] : chain.filter(({ until }) => until > now)
}

const openIn = (bills: readonly StoredInvoice[]) =>
  bills.filter(({ kind, state }) => kind === 'charge' && state === 'open')

/** A begun paid period ends the trial, even if refunded since. */
function hasBegun({ id, periodStart }: StoredInvoice, bills: readonly StoredInvoice[], now: Date): boolean {
  const givenBackAt = bills.find(({ refunds }) => refunds === id)?.issuedAt
  return periodStart !== null && periodStart <= (givenBackAt ?? now)
}

async function holds(cafe: Subscriber, now: Date, trialEnd: Date): Promise<void> {
  const [row, bills] = [await cafe.row(), await cafe.bills()]
  const has = paidFor(bills, now)
  const [running, ...next] = has
  const inTrial = trialEnd > now && !bills.some((bill) => hasBegun(bill, bills, now))
  expect(row['status']).toBe(running || inTrial ? 'active' : 'trial_expired')
  if (running) {
    expect({
      plan: row['subscription_plan'],
      cycle: row['billing_cycle'],
      from: row['subscription_start_date'],
      until: row['subscription_end_date'],
    }).toEqual({
      plan: running.plan,
      cycle: running.cycle,
      from: running.from,
      until: has.at(-1)!.until,
    })
    expect(row['next_from']).toEqual(next[0]?.from ?? null)
  }
  const open = openIn(bills)
  expect(open.length).toBeLessThanOrEqual(1)
  // Credit needs a period that runs, or begins after the trial.
  if (open.some(({ creditAmd }) => creditAmd > 0)) expect(running).toBeDefined()
  for (const { priceAmd, creditAmd, amountAmd, paidAt, periodStart } of bills) {
    expect([creditAmd >= 0, amountAmd]).toEqual([true, priceAmd - creditAmd])
    // Nobody pays for the past.
    if (paidAt && periodStart) expect(periodStart.getTime()).toBeGreaterThanOrEqual(paidAt.getTime())
  }
  // Continuing businesses are billed a week ahead.
  const isLast = running && next.length === 0 && running.until.getTime() - now.getTime() <= BILL_DAYS_BEFORE * DAY_MS
  if (isLast && row['cancels_at_end'] === false) expect(open).toHaveLength(1)
  if (row['cancels_at_end'] === true) expect(open.filter(({ reason }) => reason === 'renewal')).toEqual([])
}

/** No business gets back more than it paid, no invoice is refunded twice, and none stays open (H25). */
function addsUp(bills: readonly StoredInvoice[]): void {
  const sum = (kind: StoredInvoice['kind']) =>
    bills
      .filter((bill) => bill.kind === kind && (kind === 'refund' || bill.state === 'paid'))
      .reduce((total, { amountAmd }) => total + amountAmd, 0)
  expect(sum('refund')).toBeLessThanOrEqual(sum('charge'))
  const refunded = bills.flatMap(({ refunds }) => refunds ?? [])
  expect(new Set(refunded).size).toBe(refunded.length)
  expect(openIn(bills)).toEqual([])
}

it(
  'matches its invoices, in any order of choices, payments, cancellations, refunds, suspensions and prices',
  { timeout: 10 * 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1_500 }),
        fc.array(step, { minLength: 1, maxLength: 25 }),
        async (startDay, steps) => {
          const start = new Date(Date.UTC(2031, 0, 1 + startDay, 8))
          const trialEnd = new Date(start.getTime() + 30 * DAY_MS)
          const cafe = await newSubscriber(pool, { trialEndDate: trialEnd })
          let now = start
          for (const { step, hours, choreIsLate } of steps) {
            now = new Date(now.getTime() + hours * 3_600_000)
            if (step.do === 'choose' || step.do === 'buy') await cafe.choose(step.plan, step.cycle, now)
            if (step.do === 'cancel') await cafe.cancel(false, now)
            if (step.do === 'give back') await cafe.cancel(true, now)
            if (step.do === 'pay' || step.do === 'buy') {
              const [open] = openIn(await cafe.bills())
              if (open) await cafe.confirm(open, now)
            }
            if (step.do === 'price') {
              const terms = await readPlanTerms(pool)
              await setPlanTerms(
                pool,
                {
                  ...terms,
                  [step.plan]: { ...terms[step.plan], monthlyAmd: step.monthlyAmd, yearlyAmd: step.yearlyAmd },
                },
                1,
              )
            }
            if (step.do === 'wait') now = new Date(now.getTime() + step.days * DAY_MS)
            if (step.do === 'suspend') {
              const until = new Date(now.getTime() + step.days * DAY_MS)
              await cafe.suspendedUntil(until, { from: now, meanwhile: () => subscriptionsAt(pool, until) })
              now = until
            }
            if (choreIsLate) continue
            await lookAfterTrials(pool, now)
            await subscriptionsAt(pool, now)
            await holds(cafe, now, trialEnd)
          }
          await cafe.close(now)
          addsUp(await cafe.bills())
          await setPlanTerms(pool, DEFAULT_PLAN_TERMS, 1)
        },
      ),
      { numRuns: Number(process.env['LIVES'] ?? 150) },
    )
    const { rows } = await pool.query<{ number: string }>('SELECT number FROM invoices')
    const byYear = Map.groupBy(
      rows.map(({ number }) => readInvoiceNumber(number)!),
      ({ year }) => year,
    )
    for (const numbers of byYear.values())
      expect(numbers.map(({ last }) => last).toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  },
)

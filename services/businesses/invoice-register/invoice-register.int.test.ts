/** The register of a month (H36) against sums of the invoices computed here. */
import { expect, it } from 'vitest'
import { yerevanMonth } from '#contracts/units/time.ts'
import { rowsIn } from '../../../infra/testing/read-workbook.ts'
import { newSubscriber, subscriptionsAt } from '../../../infra/testing/servers/subscriber.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { workbook } from '#platform/documents/workbook.ts'
import type { StoredInvoice } from '../invoices/invoices.ts'
import { firstIssuedAt, momentsOfMonth, registerRows, registerSums } from './invoice-register.ts'
import { registerWorkbook } from './register-workbook.ts'

const { pool } = await testDatabase({ max: 10 })

const MONTHS = Array.from(
  { length: 15 },
  (_, index) => `${2031 + Math.floor((index + 9) / 12)}-${String(((index + 9) % 12) + 1).padStart(2, '0')}`,
)

const registerOf = async (month: string) => ({
  sums: await registerSums(pool, momentsOfMonth(month)),
  rows: await registerRows(pool, momentsOfMonth(month)),
})

/** Both sides of midnight in Yerevan, a refund, a withdrawn invoice, and one paid after the year's end. */
async function live(): Promise<void> {
  const at = (moment: string) => new Date(`${moment}+04:00`)
  const [cafe, books, bakery, garage] = [
    await newSubscriber(pool),
    await newSubscriber(pool),
    await newSubscriber(pool),
    await newSubscriber(pool),
  ]
  await cafe.buy('standard', 'monthly', at('2031-10-31T23:59:59.999'))
  const late = await books.billFor('standard', 'monthly', at('2031-11-01T00:00:00.000'))
  await books.billFor('prime', 'monthly', at('2031-11-20T10:00:00'))
  expect((await books.bills())[0]).toMatchObject({ id: late.id, state: 'cancelled' })
  await bakery.buy('standard', 'yearly', at('2031-12-25T10:00:00'))
  await bakery.buy('prime', 'yearly', at('2031-12-28T10:00:00'))
  await bakery.cancel(true, at('2032-01-03T10:00:00'))
  await bakery.confirm((await bakery.bills()).at(-1)!, at('2032-02-01T09:00:00'))
  const unpaid = await garage.billFor('starter', 'yearly', at('2031-12-31T23:00:00'))
  for (
    let day = at('2031-11-24T06:00:00');
    day < at('2032-03-20T06:00:00');
    day = new Date(day.getTime() + 86_400_000)
  ) {
    await subscriptionsAt(pool, day)
    if (yerevanMonth(day) > '2031-12') continue
    for (const open of (await cafe.bills()).filter(({ state }) => state === 'open')) await cafe.confirm(open, day)
  }
  await garage.confirm(unpaid, at('2032-01-01T00:00:00'))
}

it('balances from month to month, agrees with the invoices, and no longer changes when the month is over', async () => {
  await live()
  await pool.query(`UPDATE invoices SET payment_reference = 'T-1' WHERE state = 'paid'`)
  type Row = StoredInvoice & { cancelledAt: Date | null }
  const { rows: invoices } = await pool.query<Row>(
    `SELECT number, kind, state, amount_amd AS "amountAmd", issued_at AS "issuedAt", paid_at AS "paidAt", cancelled_at AS "cancelledAt", payment_reference AS reference FROM invoices ORDER BY id`,
  )
  expect(new Set(invoices.map(({ kind, state }) => `${kind} ${state}`))).toEqual(
    new Set(['charge paid', 'charge open', 'charge cancelled', 'refund paid']),
  )
  expect(yerevanMonth((await firstIssuedAt(pool))!)).toBe(MONTHS[0])
  const before = { charge: 0, refund: 0 }
  for (const month of MONTHS) {
    const { sums, rows } = await registerOf(month)
    const isOf = (moment: Date | null) => moment !== null && yerevanMonth(moment) === month
    for (const kind of ['charge', 'refund'] as const) {
      const sum = (moment: (invoice: Row) => Date | null) =>
        invoices
          .filter((one) => one.kind === kind && isOf(moment(one)))
          .reduce((total, { amountAmd }) => total + amountAmd, 0)
      const [issuedAmd, withdrawnAmd, settledAmd] = [
        sum((one) => one.issuedAt),
        sum((one) => one.cancelledAt),
        sum((one) => one.paidAt),
      ]
      const openingAmd = before[kind]
      before[kind] += issuedAmd - withdrawnAmd - settledAmd
      expect([month, kind, sums[kind]]).toEqual([
        month,
        kind,
        { openingAmd, issuedAmd, withdrawnAmd, settledAmd, closingAmd: before[kind] },
      ])
    }
    // Later states of an invoice are not shown.
    const byThen = (moment: Date | null) => (moment !== null && yerevanMonth(moment) <= month ? moment : null)
    expect(
      rows.map(({ number, cancelledAt, paidAt, reference }) => ({ number, cancelledAt, paidAt, reference })),
    ).toEqual(
      invoices
        .filter(({ issuedAt, cancelledAt, paidAt }) => [issuedAt, cancelledAt, paidAt].some(isOf))
        .map(({ number, cancelledAt, paidAt, reference }) => ({
          number,
          cancelledAt: byThen(cancelledAt),
          paidAt: byThen(paidAt),
          reference: byThen(paidAt) && reference,
        })),
    )
  }
  expect(before).toEqual({
    charge: invoices.filter(({ state }) => state === 'open').reduce((sum, { amountAmd }) => sum + amountAmd, 0),
    refund: 0,
  })
  expect(before.charge).toBeGreaterThan(0)

  // Later events belong to later months.
  const closed = await registerOf('2032-03')
  const { rows } = await pool.query<{ id: number }>(
    `UPDATE invoices SET state = 'cancelled', cancelled_at = '2032-04-01T00:00:00+04:00' WHERE state = 'open' RETURNING id`,
  )
  expect(rows).not.toEqual([])
  expect(await registerOf('2032-03')).toEqual(closed)
  expect((await registerOf('2032-04')).sums.charge.withdrawnAmd).toBe(before.charge)
})

it.each(['am', 'en'] as const)(
  'is a workbook whose totals are the sums of its rows and agree with its head (%s)',
  async (language) => {
    const month = '2031-12'
    const { sums, rows } = await registerOf(month)
    const sheet = await rowsIn(
      await workbook(registerWorkbook({ span: momentsOfMonth(month), language, at: new Date(), sums, rows })),
    )
    const heads = sheet.findIndex((row) => row.length === 13)
    const [lines, total] = [sheet.slice(heads + 1, -1), sheet.at(-1)!]
    expect(lines.map(([number]) => number)).toEqual(rows.map(({ number }) => number))
    const added = (column: number) => lines.reduce((sum, line) => sum + Number(line[column] ?? 0), 0)
    expect([7, 9, 11].map((column) => total[column])).toEqual([7, 9, 11].map(added))
    const { charge, refund } = sums
    expect([7, 9, 11].map(added)).toEqual([
      charge.issuedAmd - refund.issuedAmd,
      charge.withdrawnAmd - refund.withdrawnAmd,
      charge.settledAmd - refund.settledAmd,
    ])
    // Yerevan's days: 31 December, 23:00, is the old year.
    expect(
      lines
        .map((line) => String(line[1]))
        .toSorted()
        .at(-1),
    ).toBe('2031-12-31')
  },
)

it('a refund names its invoice and is negative in the months of issue and payment', async () => {
  const sheetOf = async (month: string) =>
    rowsIn(
      await workbook(
        registerWorkbook({ span: momentsOfMonth(month), language: 'en', at: new Date(), ...(await registerOf(month)) }),
      ),
    )
  const refund = async (month: string) =>
    (await sheetOf(month)).find((row) => String(row[4]).startsWith('Refund of invoice HTK-2031-'))
  expect([(await refund('2032-01'))?.[7], (await refund('2032-01'))?.[11]]).toEqual([-399_000, undefined])
  expect([(await refund('2032-02'))?.[7], (await refund('2032-02'))?.[11]]).toEqual([null, -399_000])
})

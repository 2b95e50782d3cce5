/** Checks each cell's column (H36). */
import { expect, it } from 'vitest'
import { momentsOfMonth, type RegisterRow } from './invoice-register.ts'
import { registerWorkbook } from './register-workbook.ts'

const at = (moment: string) => new Date(`${moment}+04:00`)
const row: RegisterRow = {
  number: 'HTK-2031-000001',
  kind: 'charge',
  plan: 'prime',
  cycle: 'yearly',
  buyer: { name: 'Կոֆե Տուն', taxId: '01234567', address: null },
  priceAmd: 399_000,
  creditAmd: 14_000,
  amountAmd: 385_000,
  issuedAt: at('2031-11-30T23:59:59'),
  cancelledAt: null,
  paidAt: at('2031-12-01T00:00:00'),
  reference: 'T-1',
  refundOf: null,
}

it('shows its days, receipts, refunds and time of making, and each value in its column', () => {
  const { about, columns, rows, totals } = registerWorkbook({
    span: momentsOfMonth('2031-12'),
    language: 'en',
    at: at('2032-01-02T09:05:00'),
    sums: {
      charge: { openingAmd: 1, issuedAmd: 2, withdrawnAmd: 3, settledAmd: 40, closingAmd: 5 },
      refund: { openingAmd: 6, issuedAmd: 7, withdrawnAmd: 8, settledAmd: 9, closingAmd: 10 },
    },
    rows: [
      row,
      {
        ...row,
        number: 'HTK-2031-000002',
        cycle: 'monthly',
        buyer: { name: 'Գրքեր', taxId: null, address: null },
        priceAmd: 39_900,
        creditAmd: 0,
        amountAmd: 39_900,
        issuedAt: at('2031-12-05T10:00:00'),
        cancelledAt: at('2031-12-31T23:59:59'),
        paidAt: null,
        reference: null,
      },
      {
        ...row,
        number: 'HTK-2031-000003',
        kind: 'refund',
        priceAmd: 0,
        creditAmd: 0,
        amountAmd: 385_000,
        issuedAt: at('2031-12-06T10:00:00'),
        paidAt: at('2031-12-07T10:00:00'),
        reference: 'T-2',
        refundOf: row.number,
      },
    ],
  })
  expect(about.map((line) => String(line).replaceAll('\u00a0', ' '))).toEqual([
    'Invoice register',
    'Dec 1, 2031 – Dec 31, 2031',
    'Receivable: 1 AMD opening + 2 AMD issued − 3 AMD cancelled − 40 AMD paid = 5 AMD closing',
    'To be refunded: 6 AMD opening + 7 AMD issued − 8 AMD cancelled − 9 AMD refunded = 10 AMD closing',
    'Received, less refunds: 31 AMD',
    'Days are in Armenian time. Anything after the period is not included. Refunds are negative.',
    'Issued Jan 2, 2032, 09:05',
  ])
  expect(columns.map(({ heading, kind }) => `${heading}: ${kind}`)).toEqual([
    'Number: text',
    'Issued on: day',
    'Buyer: text',
    'Tax ID: text',
    'Service: text',
    'Price, AMD: whole',
    'Unused part of the current period: whole',
    'Issued, AMD: whole',
    'Cancelled on: day',
    'Cancelled, AMD: whole',
    'Payment confirmed on: day',
    'Paid, AMD: whole',
    'Bank reference: text',
  ])
  expect(rows).toEqual([
    [
      'HTK-2031-000001',
      '2031-11-30',
      'Կոֆե Տուն',
      '01234567',
      'Hatik, Prime plan, one year',
      399_000,
      14_000,
      null,
      null,
      null,
      '2031-12-01',
      385_000,
      'T-1',
    ],
    [
      'HTK-2031-000002',
      '2031-12-05',
      'Գրքեր',
      null,
      'Hatik, Prime plan, one month',
      39_900,
      0,
      39_900,
      '2031-12-31',
      39_900,
      null,
      null,
      null,
    ],
    [
      'HTK-2031-000003',
      '2031-12-06',
      'Կոֆե Տուն',
      '01234567',
      'Refund of invoice HTK-2031-000001',
      0,
      0,
      -385_000,
      null,
      null,
      '2031-12-07',
      -385_000,
      'T-2',
    ],
  ])
  expect(totals).toEqual([['Total', null, null, null, null, null, null, -345_100, null, 39_900, null, 0]])
})

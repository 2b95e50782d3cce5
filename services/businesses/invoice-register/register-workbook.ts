import type { Invoice } from '#contracts/calls/billing.ts'
import { formatAmd, formatDay, formatMoment } from '#contracts/units/formats.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { yerevanDay } from '#contracts/units/time.ts'
import type { Workbook, WorkbookCell } from '#platform/documents/workbook.ts'
import { INVOICE_WORDS, PLAN_NAMES } from '../invoice-pdf/words.ts'
import type { MonthSpan, RegisterRow, RegisterSums } from './invoice-register.ts'
import { REGISTER_WORDS } from './words.ts'

type Register = {
  span: MonthSpan
  language: Language
  at: Date
  sums: Record<Invoice['kind'], RegisterSums>
  rows: readonly RegisterRow[]
}

/** `at`: time of making. */
export function registerWorkbook({ span, language, at, sums, rows }: Register): Workbook {
  const [words, invoice] = [REGISTER_WORDS[language], INVOICE_WORDS[language]]
  const { columns } = words
  const amd = (amount: number) => formatAmd(amount, language)
  const day = (moment: Date) => formatDay(moment, language)
  const sumOf = ({ openingAmd, issuedAmd, withdrawnAmd, settledAmd, closingAmd }: RegisterSums) => ({
    opening: amd(openingAmd),
    issued: amd(issuedAmd),
    withdrawn: amd(withdrawnAmd),
    settled: amd(settledAmd),
    closing: amd(closingAmd),
  })
  const isIn = (moment: Date | null) => moment !== null && moment >= span.from && moment < span.until
  const dayOf = (moment: Date | null) => moment && yerevanDay(moment)
  const lines = rows.map((row) => {
    const amountAmd = row.kind === 'refund' ? -row.amountAmd : row.amountAmd
    const moved = [row.issuedAt, row.cancelledAt, row.paidAt].map((moment) => (isIn(moment) ? amountAmd : null))
    const what =
      row.refundOf === null
        ? invoice.line(PLAN_NAMES[row.plan], invoice.cycles[row.cycle])
        : words.refundOf(row.refundOf)
    return { row, what, moved }
  })
  const total = (index: number) => lines.reduce((sum, { moved }) => sum + (moved[index] ?? 0), 0)
  return {
    sheet: words.sheet,
    about: [
      words.title,
      `${day(span.from)} – ${day(new Date(span.until.getTime() - 1))}`,
      words.sums.charge(sumOf(sums.charge)),
      words.sums.refund(sumOf(sums.refund)),
      words.net(amd(sums.charge.settledAmd - sums.refund.settledAmd)),
      words.clock,
      words.made(formatMoment(at, language)),
    ],
    columns: [
      { heading: columns.number, kind: 'text', width: 18 },
      { heading: columns.issuedOn, kind: 'day', width: 14 },
      { heading: invoice.buyer, kind: 'text', width: 28 },
      { heading: invoice.taxId, kind: 'text', width: 12 },
      { heading: invoice.item, kind: 'text', width: 40 },
      { heading: columns.price, kind: 'whole', width: 14 },
      { heading: invoice.credit, kind: 'whole', width: 18 },
      { heading: columns.issued, kind: 'whole', width: 16 },
      { heading: columns.withdrawnOn, kind: 'day', width: 14 },
      { heading: columns.withdrawn, kind: 'whole', width: 16 },
      { heading: columns.settledOn, kind: 'day', width: 14 },
      { heading: columns.settled, kind: 'whole', width: 16 },
      { heading: columns.reference, kind: 'text', width: 24 },
    ],
    rows: lines.map(({ row, what, moved: [issued = null, withdrawn = null, settled = null] }): WorkbookCell[] => [
      row.number,
      dayOf(row.issuedAt),
      row.buyer.name,
      row.buyer.taxId,
      what,
      row.priceAmd,
      row.creditAmd,
      issued,
      dayOf(row.cancelledAt),
      withdrawn,
      dayOf(row.paidAt),
      settled,
      row.reference,
    ]),
    totals: [[words.total, null, null, null, null, null, null, total(0), null, total(1), null, total(2)]],
  }
}

/** Invoice PDFs in Armenian or English; both parties come from the invoice itself, as of its issue. */
import type { Payment } from '#contracts/calls/billing.ts'
import { formatAmd, formatDay } from '#contracts/units/formats.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import type { PdfBlock, PdfText } from '#platform/documents/pdf.ts'
import type { StoredInvoice } from '../invoices/invoices.ts'
import { INVOICE_WORDS, PLAN_NAMES } from './words.ts'

export type RefundOf = Pick<StoredInvoice, 'number' | 'amountAmd' | 'creditAmd'>

type Pairs = (readonly [name: string, value: string])[]

export function invoiceText(
  invoice: StoredInvoice,
  options: { language: Language; payment: Payment | null; refundOf: RefundOf | null },
): PdfText {
  const { language } = options
  const words = INVOICE_WORDS[language]
  return {
    title: `${words.title[invoice.kind]} ${invoice.number}`,
    language: language === 'am' ? 'hy' : 'en',
    blocks: invoiceBlocks(invoice, options),
    footer: `Հատիկ · Hatik · ${invoice.number}`,
    pageOf: '{page} / {pages}',
  }
}

export function invoiceBlocks(
  invoice: StoredInvoice,
  { language, payment, refundOf }: { language: Language; payment: Payment | null; refundOf: RefundOf | null },
): PdfBlock[] {
  const words = INVOICE_WORDS[language]
  const states = words.state[invoice.kind]
  const { seller, buyer } = invoice.parties
  const amd = (amount: number) => formatAmd(amount, language)
  const date = (at: Date) => formatDay(at, language)
  // Bookkeeping needs the day on which an invoice was paid or withdrawn.
  const endedAt = invoice.paidAt ?? invoice.cancelledAt
  const party = ({ name, taxId, address }: { name: string; taxId: string | null; address: string | null }): Pairs => [
    [words.name, name],
    ...(taxId ? [[words.taxId, taxId] as const] : []),
    ...(address ? [[words.address, address] as const] : []),
  ]
  const lines: string[][] = [[words.line(PLAN_NAMES[invoice.plan], words.cycles[invoice.cycle]), amd(invoice.priceAmd)]]
  if (invoice.creditAmd > 0) lines.push([words.credit, `−${amd(invoice.creditAmd)}`])
  lines.push([words.total, amd(invoice.amountAmd)])
  return [
    { kind: 'title', text: `${words.title[invoice.kind]} ${invoice.number}` },
    {
      kind: 'pairs',
      pairs: [
        [words.issued, date(invoice.issuedAt)],
        [words.due[invoice.kind], date(invoice.dueAt)],
        [words.status, endedAt ? `${states[invoice.state]}, ${date(endedAt)}` : states[invoice.state]],
        ...(invoice.periodStart && invoice.periodEnd
          ? [[words.period, `${date(invoice.periodStart)} – ${date(invoice.periodEnd)}`] as const]
          : []),
        ...(refundOf ? [[words.refundOf, refundOf.number] as const] : []),
        // Set-off amounts come back too, so a refund can exceed the transfer for the named invoice.
        ...(refundOf && refundOf.creditAmd > 0
          ? [[words.refundParts, words.partsOf(amd(refundOf.amountAmd), amd(refundOf.creditAmd))] as const]
          : []),
      ],
    },
    ...(seller
      ? [
          { kind: 'heading' as const, text: words.seller },
          { kind: 'pairs' as const, pairs: party(seller) },
        ]
      : []),
    { kind: 'heading', text: words.buyer },
    { kind: 'pairs', pairs: party(buyer) },
    {
      kind: 'table',
      columns: [
        { heading: words.item, share: 1 },
        { heading: words.amount, fits: true, align: 'right' },
      ],
      rows: lines,
      strong: new Set([lines.length - 1]),
    },
    ...(payment
      ? [
          { kind: 'heading' as const, text: words.toPay },
          {
            kind: 'pairs' as const,
            pairs: [
              [words.recipient, payment.recipient],
              [words.bank, payment.bank],
              [words.account, payment.account],
              [words.purpose, payment.purpose],
              [words.amount, amd(invoice.amountAmd)],
            ] as Pairs,
          },
        ]
      : []),
  ]
}

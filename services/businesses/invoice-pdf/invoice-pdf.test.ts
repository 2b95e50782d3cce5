import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { fontFile, scriptRuns } from '#platform/documents/fonts.ts'
import type { StoredInvoice } from '../invoices/invoices.ts'
import { makePdf } from '#platform/documents/pdf.ts'
import { invoiceBlocks, invoiceText, type RefundOf } from './invoice-pdf.ts'

const invoice: StoredInvoice = {
  id: 1,
  number: 'HTK-2026-000001',
  businessId: 7,
  kind: 'charge',
  state: 'open',
  reason: 'change',
  plan: 'prime',
  cycle: 'yearly',
  priceAmd: 399_000,
  creditAmd: 4_900,
  amountAmd: 394_100,
  receivedAmd: 0,
  issuedAt: new Date('2026-11-20T21:00:00Z'),
  dueAt: new Date('2026-12-04T08:00:00Z'),
  paidAt: null,
  cancelledAt: null,
  confirmedBy: null,
  reference: null,
  periodStart: null,
  periodEnd: null,
  refunds: null,
  provider: 'bank_transfer',
  parties: {
    seller: {
      name: '«Հատիկ» ՍՊԸ',
      taxId: '12345678',
      address: 'ՀՀ, ք. Երևան',
      bank: 'Բանկ',
      account: '1234567890123456',
    },
    buyer: { name: 'Կոֆե Տուն և Кафе & Co', taxId: null, address: 'Գյումրի, Ռիժկովի փողոց 12' },
  },
}
const payment = {
  provider: 'bank_transfer' as const,
  recipient: '«Հատիկ» ՍՊԸ',
  bank: 'Բանկ',
  account: '1234567890123456',
  purpose: 'HTK-2026-000001',
}

describe('an invoice as PDF (H36)', () => {
  it('is one page with its fonts in it, in both languages', async () => {
    for (const language of ['am', 'en'] as const) {
      const text = (await makePdf(invoiceText(invoice, { language, payment, refundOf: null }))).toString('latin1')
      expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
      expect(text).toContain('NotoSans')
      expect(text).toContain(`/Lang (${language === 'am' ? 'hy' : 'en'})`)
    }
  })

  it('shows the sums, the credit, Yerevan’s days and how to pay; a paid one not how to pay', () => {
    const open = JSON.stringify(invoiceBlocks(invoice, { language: 'en', payment, refundOf: null }))
    for (const part of [
      'Invoice HTK-2026-000001',
      '399,000\u00a0AMD',
      '−4,900\u00a0AMD',
      '394,100\u00a0AMD',
      'Nov\u00a021, 2026',
      'Awaiting payment',
      'Purpose',
    ])
      expect(open).toContain(part)
    const paid = {
      ...invoice,
      state: 'paid' as const,
      paidAt: new Date('2026-11-25T08:00:00Z'),
      periodStart: new Date('2026-11-25T08:00:00Z'),
      periodEnd: new Date('2027-11-25T19:59:59Z'),
    }
    const shown = JSON.stringify(invoiceBlocks(paid, { language: 'am', payment: null, refundOf: null }))
    for (const part of [
      'Վճարման հաշիվ HTK-2026-000001',
      'Վճարված է, 25\u00a0նոյեմբերի 2026',
      '25\u00a0նոյեմբերի 2026 – 25\u00a0նոյեմբերի 2027',
      '399\u00a0000\u00a0֏',
    ])
      expect(shown).toContain(part)
    expect(shown).not.toContain('Վճարման նպատակ')
  })

  it.each([
    ['am', 'Չեղարկված է, 2\u00a0դեկտեմբերի 2026'],
    ['en', 'Cancelled, Dec\u00a02, 2026'],
  ] as const)('a withdrawn one says when (%s)', (language, words) => {
    const withdrawn = { ...invoice, state: 'cancelled' as const, cancelledAt: new Date('2026-12-01T20:00:00Z') }
    const shown = JSON.stringify(invoiceBlocks(withdrawn, { language, payment: null, refundOf: null }))
    expect(shown).toContain(words)
  })

  it('a refund says what it pays back, and which part was set off, not transferred (R226)', () => {
    const refund = {
      ...invoice,
      kind: 'refund' as const,
      reason: 'refund' as const,
      number: 'HTK-2026-000002',
      creditAmd: 0,
      amountAmd: 399_000,
      refunds: 1,
    }
    const shown = (refundOf: RefundOf) =>
      JSON.stringify(invoiceBlocks(refund, { language: 'en', payment: null, refundOf }))
    const whole = shown(invoice)
    for (const part of [
      'Refund invoice HTK-2026-000002',
      'HTK-2026-000001',
      '399,000\u00a0AMD',
      '394,100\u00a0AMD paid and 4,900\u00a0AMD set off',
    ])
      expect(whole).toContain(part)
    expect(shown({ ...invoice, creditAmd: 0, amountAmd: 399_000 })).not.toContain('set off')
  })

  it.each([
    [
      'am',
      ['Վերադարձի վերջնաժամկետ', 'Սպասում է վերադարձի'],
      'Վերադարձված է, 25\u00a0նոյեմբերի 2026',
      /Վճարման վերջնաժամկետ|Սպասում է վճարման|Վճարված է/,
    ],
    ['en', ['To be refunded by', 'Refund on its way'], 'Refunded, Nov\u00a025, 2026', /"Due"|Awaiting|"Paid/],
  ] as const)(
    'a refund asks nobody to pay: it is on its way, and then paid back (%s, H36)',
    (language, onItsWay, back, ofCharge) => {
      const refund = {
        ...invoice,
        kind: 'refund' as const,
        reason: 'refund' as const,
        creditAmd: 0,
        amountAmd: 394_100,
        refunds: 1,
      }
      const shown = (change: Partial<StoredInvoice>) =>
        JSON.stringify(
          invoiceBlocks({ ...refund, ...change }, { language, payment: null, refundOf: { ...invoice, creditAmd: 0 } }),
        )
      const [open, paid] = [shown({}), shown({ state: 'paid', paidAt: new Date('2026-11-25T08:00:00Z') })]
      for (const part of onItsWay) expect(open).toContain(part)
      expect(paid).toContain(back)
      for (const each of [open, paid]) expect(each).not.toMatch(ofCharge)
    },
  )

  it('has glyphs for the dram sign and for three scripts of a name', () => {
    const missing = new Set<string>()
    const texts = (['am', 'en'] as const).map((language) =>
      JSON.stringify(
        invoiceBlocks(invoice, {
          language,
          payment,
          refundOf: { number: 'HTK-2026-000001', amountAmd: 394_100, creditAmd: 4_900 },
        }),
      ),
    )
    for (const weight of ['regular', 'bold'] as const) {
      for (const run of texts.flatMap(scriptRuns)) {
        const doc = new PDFDocument() as unknown as {
          font(source: string): { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } }
        }
        const { font } = doc.font(fontFile(run.script, weight))._font
        for (const sign of run.text) if (!font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)) missing.add(sign)
      }
    }
    expect([...missing]).toEqual([])
  })
})

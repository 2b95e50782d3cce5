import type { Invoice } from '#contracts/calls/billing.ts'
import type { Language } from '#contracts/calls/account/session.ts'

type Words = {
  sheet: string
  title: string
  /** States the time zone and the cut-off. */
  clock: string
  made: (moment: string) => string
  sums: Record<
    Invoice['kind'],
    (amounts: { opening: string; issued: string; withdrawn: string; settled: string; closing: string }) => string
  >
  net: (amount: string) => string
  refundOf: (number: string) => string
  columns: Record<
    'number' | 'issuedOn' | 'price' | 'issued' | 'withdrawnOn' | 'withdrawn' | 'settledOn' | 'settled' | 'reference',
    string
  >
  total: string
}

export const REGISTER_WORDS: Record<Language, Words> = {
  am: {
    sheet: 'Վճարման հաշիվներ',
    title: 'Վճարման հաշիվների գրանցամատյան',
    clock: 'Օրերը՝ Հայաստանի ժամանակով։ Ժամանակահատվածից հետո եղածն այստեղ չկա։ Վերադարձի գումարները՝ մինուսով։',
    made: (moment) => `Կազմված է՝ ${moment}`,
    sums: {
      charge: ({ opening, issued, withdrawn, settled, closing }) =>
        `Վճարման ենթակա՝ սկզբում ${opening} + դուրս գրված ${issued} − չեղարկված ${withdrawn} − վճարված ${settled} = վերջում ${closing}`,
      refund: ({ opening, issued, withdrawn, settled, closing }) =>
        `Վերադարձի ենթակա՝ սկզբում ${opening} + դուրս գրված ${issued} − չեղարկված ${withdrawn} − վերադարձված ${settled} = վերջում ${closing}`,
    },
    net: (amount) => `Մուտքերը (հանած վերադարձվածը)՝ ${amount}`,
    refundOf: (number) => `Վերադարձ ըստ ${number} վճարման հաշվի`,
    columns: {
      number: 'Համար',
      issuedOn: 'Դուրս գրման օր',
      price: 'Գին, ֏',
      issued: 'Դուրս գրված, ֏',
      withdrawnOn: 'Չեղարկման օր',
      withdrawn: 'Չեղարկված, ֏',
      settledOn: 'Վճարման հաստատման օր',
      settled: 'Վճարված, ֏',
      reference: 'Բանկային փոխանցման համար',
    },
    total: 'Ընդամենը',
  },
  en: {
    sheet: 'Invoices',
    title: 'Invoice register',
    clock: 'Days are in Armenian time. Anything after the period is not included. Refunds are negative.',
    made: (moment) => `Issued ${moment}`,
    sums: {
      charge: ({ opening, issued, withdrawn, settled, closing }) =>
        `Receivable: ${opening} opening + ${issued} issued − ${withdrawn} cancelled − ${settled} paid = ${closing} closing`,
      refund: ({ opening, issued, withdrawn, settled, closing }) =>
        `To be refunded: ${opening} opening + ${issued} issued − ${withdrawn} cancelled − ${settled} refunded = ${closing} closing`,
    },
    net: (amount) => `Received, less refunds: ${amount}`,
    refundOf: (number) => `Refund of invoice ${number}`,
    columns: {
      number: 'Number',
      issuedOn: 'Issued on',
      price: 'Price, AMD',
      issued: 'Issued, AMD',
      withdrawnOn: 'Cancelled on',
      withdrawn: 'Cancelled, AMD',
      settledOn: 'Payment confirmed on',
      settled: 'Paid, AMD',
      reference: 'Bank reference',
    },
    total: 'Total',
  },
}

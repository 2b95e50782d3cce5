import type { Invoice } from '#contracts/calls/billing.ts'
import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import type { Language } from '#contracts/calls/account/session.ts'

type Words = {
  title: Record<Invoice['kind'], string>
  name: string
  issued: string
  due: Record<Invoice['kind'], string>
  status: string
  /** Kinds differ, because a refund goes back to the buyer. */
  state: Record<Invoice['kind'], Record<Invoice['state'], string>>
  seller: string
  buyer: string
  taxId: string
  address: string
  item: string
  amount: string
  line(plan: string, cycle: string): string
  period: string
  credit: string
  total: string
  refundOf: string
  /** Used if the refunded invoice set something off. */
  refundParts: string
  partsOf(paid: string, setOff: string): string
  toPay: string
  recipient: string
  bank: string
  account: string
  purpose: string
  cycles: Record<Cycle, string>
}

/** Not translated. */
export const PLAN_NAMES: Record<Plan, string> = { starter: 'Starter', standard: 'Standard', prime: 'Prime' }

export const INVOICE_WORDS: Record<Language, Words> = {
  am: {
    title: { charge: 'Վճարման հաշիվ', refund: 'Վերադարձի հաշիվ' },
    name: 'Անվանում',
    issued: 'Դուրս գրման օր',
    due: { charge: 'Վճարման վերջնաժամկետ', refund: 'Վերադարձի վերջնաժամկետ' },
    status: 'Վիճակ',
    state: {
      charge: { open: 'Սպասում է վճարման', paid: 'Վճարված է', cancelled: 'Չեղարկված է' },
      refund: { open: 'Սպասում է վերադարձի', paid: 'Վերադարձված է', cancelled: 'Չեղարկված է' },
    },
    seller: 'Վաճառող',
    buyer: 'Գնորդ',
    taxId: 'ՀՎՀՀ',
    address: 'Հասցե',
    item: 'Ծառայություն',
    amount: 'Գումար',
    line: (plan, cycle) => `«Հատիկ» ծառայություն, ${plan} փաթեթ, ${cycle}`,
    period: 'Ժամկետ',
    credit: 'Ընթացիկ ժամկետի չօգտագործված մասը',
    total: 'Ընդամենը',
    refundOf: 'Վերադարձ ըստ վճարման հաշվի',
    refundParts: 'Վերադարձի կազմ',
    partsOf: (paid, setOff) => `${paid} վճարված և ${setOff} հաշվանցված գումար`,
    toPay: 'Ինչպես վճարել',
    recipient: 'Ստացող',
    bank: 'Բանկ',
    account: 'Հաշվեհամար',
    purpose: 'Վճարման նպատակ',
    cycles: { monthly: 'մեկ ամիս', yearly: 'մեկ տարի' },
  },
  en: {
    title: { charge: 'Invoice', refund: 'Refund invoice' },
    name: 'Name',
    issued: 'Issued',
    due: { charge: 'Due', refund: 'To be refunded by' },
    status: 'Status',
    state: {
      charge: { open: 'Awaiting payment', paid: 'Paid', cancelled: 'Cancelled' },
      refund: { open: 'Refund on its way', paid: 'Refunded', cancelled: 'Cancelled' },
    },
    seller: 'Seller',
    buyer: 'Buyer',
    taxId: 'Tax ID',
    address: 'Address',
    item: 'Service',
    amount: 'Amount',
    line: (plan, cycle) => `Hatik, ${plan} plan, ${cycle}`,
    period: 'Period',
    credit: 'Unused part of the current period',
    total: 'Total',
    refundOf: 'Refund of invoice',
    refundParts: 'Made up of',
    partsOf: (paid, setOff) => `${paid} paid and ${setOff} set off`,
    toPay: 'How to pay',
    recipient: 'Recipient',
    bank: 'Bank',
    account: 'Account',
    purpose: 'Purpose',
    cycles: { monthly: 'one month', yearly: 'one year' },
  },
}

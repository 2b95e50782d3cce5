import type { Language } from '#contracts/calls/account/session.ts'

/** Columns after the day: opening + awarded − voided − redeemed + returned − forfeited = closing. */
export const BOOK_COLUMNS = ['opening', 'awarded', 'voided', 'redeemed', 'returned', 'forfeited', 'closing'] as const
export type BookColumn = (typeof BOOK_COLUMNS)[number]

type BookWords = Record<
  BookColumn | 'day' | 'total' | 'sheet' | 'title' | 'clock' | 'balances' | 'buyerCode' | 'buyerNumber' | 'balance',
  string
> &
  Record<'made' | 'atTheEndOf' | 'closingOfBook', (what: string) => string>

export const BOOK_WORDS: Record<Language, BookWords> = {
  am: {
    day: 'Օր',
    opening: 'Սկզբնական մնացորդ',
    awarded: 'Շնորհված',
    voided: 'Հետ կանչված',
    redeemed: 'Ծախսված',
    returned: 'Վերադարձված',
    forfeited: 'Զրոյացված',
    closing: 'Վերջնական մնացորդ',
    total: 'Ընդամենը',
    sheet: 'Միավորներ',
    title: 'Գնորդների միավորների հաշվառում',
    clock: 'Օրերը՝ Հայաստանի ժամանակով, ըստ այն պահի, երբ գրառումն արվել է մատյանում',
    made: (moment) => `Կազմված է՝ ${moment}`,
    balances: 'Գնորդների մնացորդները',
    buyerCode: 'Գնորդի կոդ',
    buyerNumber: 'Համար',
    balance: 'Մնացորդ',
    atTheEndOf: (day) => `Օրվա վերջի դրությամբ՝ ${day}`,
    closingOfBook: (points) => `Նույն օրվա վերջնական մնացորդը հաշվառման մեջ՝ ${points}`,
  },
  en: {
    day: 'Day',
    opening: 'Opening',
    awarded: 'Awarded',
    voided: 'Undone',
    redeemed: 'Redeemed',
    returned: 'Refunded',
    forfeited: 'Forfeited',
    closing: 'Closing',
    total: 'Total',
    sheet: 'Points',
    title: 'Points owed to buyers',
    clock: 'Days are in Armenian time. Each entry counts on the day it was recorded in the ledger.',
    made: (moment) => `Issued ${moment}`,
    balances: 'Buyer balances',
    buyerCode: 'Buyer ID',
    buyerNumber: 'Number',
    balance: 'Balance',
    atTheEndOf: (day) => `At the end of ${day}`,
    closingOfBook: (points) => `Closing balance for the same day in the book: ${points}`,
  },
}

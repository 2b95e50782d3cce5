import type { Language } from '#contracts/calls/session.ts'

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
    clock: 'Օրերը՝ Հայաստանի ժամանակով, ըստ այն պահի, երբ շարժը գրանցվել է մատյանում',
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
    voided: 'Called back',
    redeemed: 'Redeemed',
    returned: 'Refunded',
    forfeited: 'Forfeited',
    closing: 'Closing',
    total: 'Total',
    sheet: 'Points',
    title: 'Points owed to buyers',
    clock: 'Days in Armenian time, by the moment when a movement was recorded in the ledger',
    made: (moment) => `Made ${moment}`,
    balances: 'Balances of buyers',
    buyerCode: 'Buyer ID',
    buyerNumber: 'Number',
    balance: 'Balance',
    atTheEndOf: (day) => `At the end of ${day}`,
    closingOfBook: (points) => `Closing of the same day in the book: ${points}`,
  },
}

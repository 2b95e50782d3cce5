import type { Language } from '#contracts/session.ts'

/** The columns of the book's files behind the day, in their order: opening + awarded − voided − redeemed + returned − forfeited = closing. */
export const BOOK_COLUMNS = ['opening', 'awarded', 'voided', 'redeemed', 'returned', 'forfeited', 'closing'] as const
export type BookColumn = (typeof BOOK_COLUMNS)[number]

type BookWords = Record<BookColumn | 'day' | 'total' | 'sheet' | 'title' | 'clock', string> & { made: (moment: string) => string }

export const BOOK_WORDS: Record<Language, BookWords> = {
  am: {
    day: 'Օր', opening: 'Սկզբնական մնացորդ', awarded: 'Շնորհված', voided: 'Հետ կանչված', redeemed: 'Ծախսված', returned: 'Վերադարձված',
    forfeited: 'Զրոյացված', closing: 'Վերջնական մնացորդ', total: 'Ընդամենը',
    sheet: 'Միավորներ', title: 'Գնորդների միավորների հաշվառում',
    clock: 'Օրերը՝ Հայաստանի ժամանակով, ըստ այն պահի, երբ շարժը գրանցվել է մատյանում',
    made: (moment) => `Կազմված է՝ ${moment}`,
  },
  en: {
    day: 'Day', opening: 'Opening', awarded: 'Awarded', voided: 'Called back', redeemed: 'Redeemed', returned: 'Refunded',
    forfeited: 'Forfeited', closing: 'Closing', total: 'Total',
    sheet: 'Points', title: 'Points owed to buyers',
    clock: 'Days in Armenian time, by the moment when a movement was recorded in the ledger',
    made: (moment) => `Made ${moment}`,
  },
}

import type { Book, BookDay } from '#contracts/figures.ts'
import type { Language } from '#contracts/session.ts'

const COLUMNS = ['opening', 'awarded', 'voided', 'redeemed', 'returned', 'forfeited', 'closing'] as const satisfies readonly (keyof BookDay)[]

const HEADINGS: Record<Language, Record<(typeof COLUMNS)[number] | 'day' | 'total', string>> = {
  am: {
    day: 'Օր', opening: 'Սկզբնական մնացորդ', awarded: 'Շնորհված', voided: 'Հետ կանչված', redeemed: 'Ծախսված', returned: 'Վերադարձված',
    forfeited: 'Զրոյացված', closing: 'Վերջնական մնացորդ', total: 'Ընդամենը',
  },
  en: {
    day: 'Day', opening: 'Opening', awarded: 'Awarded', voided: 'Called back', redeemed: 'Redeemed', returned: 'Refunded',
    forfeited: 'Forfeited', closing: 'Closing', total: 'Total',
  },
}

/** The mark without which a spreadsheet takes Armenian for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Numbers and days of our own only, so no cell can be a formula and none needs quoting. */
export function bookCsv({ days, total }: Book, language: Language): string {
  const headings = HEADINGS[language]
  const lines = [
    [headings.day, ...COLUMNS.map((column) => headings[column])],
    ...days.map((day) => [day.day, ...COLUMNS.map((column) => day[column])]),
    [headings.total, ...COLUMNS.map((column) => total[column])],
  ]
  return `${BYTE_ORDER_MARK}${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

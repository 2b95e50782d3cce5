import type { Book } from '#contracts/calls/figures.ts'
import type { Language } from '#contracts/calls/session.ts'
import { BOOK_COLUMNS, BOOK_WORDS } from './book-words.ts'

/** The mark without which a spreadsheet takes Armenian for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Numbers and days of our own only, so no cell can be a formula and none needs quoting. */
export function bookCsv({ days, total }: Book, language: Language): string {
  const words = BOOK_WORDS[language]
  const lines = [
    [words.day, ...BOOK_COLUMNS.map((column) => words[column])],
    ...days.map((day) => [day.day, ...BOOK_COLUMNS.map((column) => day[column])]),
    [words.total, ...BOOK_COLUMNS.map((column) => total[column])],
  ]
  return `${BYTE_ORDER_MARK}${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

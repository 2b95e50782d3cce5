import type { Book } from '#contracts/calls/figures.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { BOOK_COLUMNS, BOOK_WORDS } from './book-words.ts'

/** Without it, spreadsheets misread Armenian. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Cells are our own numbers and days: no formulas, no quoting. */
export function bookCsv({ days, total }: Book, language: Language): string {
  const words = BOOK_WORDS[language]
  const lines = [
    [words.day, ...BOOK_COLUMNS.map((column) => words[column])],
    ...days.map((day) => [day.day, ...BOOK_COLUMNS.map((column) => day[column])]),
    [words.total, ...BOOK_COLUMNS.map((column) => total[column])],
  ]
  return `${BYTE_ORDER_MARK}${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

import type { Book, BookDay } from '#contracts/calls/figures.ts'
import { formatDay, formatMoment } from '#contracts/units/formats.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { noonOf } from '#contracts/units/time.ts'
import type { Workbook } from '#platform/documents/workbook.ts'
import { BOOK_COLUMNS, BOOK_WORDS } from './book-words.ts'

export function bookWorkbook(
  { from, to, days, total }: Book,
  { language, businessName, at }: { language: Language; businessName: string; at: Date },
): Workbook {
  const words = BOOK_WORDS[language]
  const [first, last] = [from, to].map((day) => formatDay(noonOf(day), language))
  const figures = (of: Omit<BookDay, 'day'>): number[] => BOOK_COLUMNS.map((column) => tenthsOf(of[column]))
  return {
    sheet: words.sheet,
    about: [
      `${words.title} · ${businessName}`,
      `${first} – ${last}`,
      words.clock,
      words.made(formatMoment(at, language)),
    ],
    columns: [
      { heading: words.day, kind: 'day', width: 14 },
      ...BOOK_COLUMNS.map((column) => ({
        heading: words[column],
        kind: 'tenths' as const,
        width: Math.max(14, words[column].length + 2),
      })),
    ],
    rows: days.map((day) => [day.day, ...figures(day)]),
    totals: [[words.total, ...figures(total)]],
  }
}

const tenthsOf = (points: string): number => Math.round(Number(points) * 10)

/** A statement as a file: the screen's lines and sums, oldest first. */
import { LANGUAGE_TAGS } from '#contracts/pages/page-metadata.ts'
import { formatDay, formatMoment, formatPoints, formatUntilDay } from '#contracts/units/formats.ts'
import { noonOf } from '#contracts/units/time.ts'
import { pointsNumber } from '#contracts/units/points.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import type { Clock, StatementLine } from '#contracts/calls/statement.ts'
import { YEREVAN_OFFSET_MS } from '#contracts/units/yerevan.ts'
import type { StatementSums } from '#projections/movements/statement.ts'
import type { PdfText } from '#platform/documents/pdf.ts'
import { csv, csvRows, type Cell } from '../../http/csv.ts'
import { STATEMENT_WORDS, type StatementWords } from './words.ts'

export type StatementFile = {
  language: Language
  clock: Clock
  businessName: string
  buyerCode: string
  /** Days in Yerevan, inclusive. */
  period: { from: string | undefined; to: string | undefined }
  asOf: { position: string | null; at: string; lastCheckedAt: string | null }
  sums: StatementSums
  /** Oldest first, with exact figures. */
  lines: readonly { line: StatementLine; deltaTenths: number; afterTenths: number }[]
}

const SUMS = ['opening', 'awarded', 'returned', 'merged', 'redeemed', 'voided', 'forfeited', 'closing'] as const

const signed = (tenths: number, language: Language) =>
  tenths < 0 ? `−${formatPoints(-tenths, language)}` : `+${formatPoints(tenths, language)}`

/** Cards are rare, so their term is shown only where it is not 0. */
const shownSums = ({ mergedTenths }: StatementSums) => SUMS.filter((name) => name !== 'merged' || mergedTenths !== 0)

/** The PDF's content. `logo`: the business's, a JPEG. */
export function statementText(file: StatementFile, logo?: Uint8Array): PdfText {
  const { language, clock, sums, lines, asOf } = file
  const words = STATEMENT_WORDS[language]
  const moment = (at: string) => formatMoment(new Date(at), language)
  // Armenian months are too long for two times on a line.
  const cellMoment = (at: string) => (language === 'am' ? moment(at).replace(', ', '\n') : moment(at))
  return {
    title: `${words.title} · ${file.businessName}`,
    language: LANGUAGE_TAGS[language],
    // Identifies separated pages.
    footer: `${words.footer} · ${file.buyerCode} · ${file.businessName}`,
    pageOf: words.pageOf,
    marks: { brand: words.footer, ...(logo && { logo }) },
    blocks: [
      { kind: 'title', text: words.title },
      {
        kind: 'pairs',
        pairs: [
          [words.business, file.businessName],
          [words.buyer, file.buyerCode],
          [words.period, periodText(file)],
          [words.clockName, words.clock[clock]],
          [words.made, moment(asOf.at)],
          [words.asOf, asOf.position ?? '0'],
          [words.lastChecked, asOf.lastCheckedAt === null ? words.notYet : moment(asOf.lastCheckedAt)],
        ],
      },
      {
        kind: 'pairs',
        figures: true,
        pairs: shownSums(sums).map(
          (name) => [words.sums[name], formatPoints(sums[`${name}Tenths`], language)] as const,
        ),
      },
      { kind: 'text', text: sums.mergedTenths === 0 ? words.arithmetic : words.arithmeticWithCards, quiet: true },
      lines.length === 0
        ? { kind: 'text', text: words.none }
        : {
            kind: 'table',
            columns: [
              { heading: words.columns.happened, fits: true },
              { heading: words.columns.recorded, fits: true },
              { heading: words.columns.what, share: 1 },
              { heading: words.columns.doneBy, fits: true },
              { heading: words.columns.points, fits: true, align: 'decimal' },
              { heading: words.columns.balance, fits: true, align: 'decimal' },
            ],
            rows: lines.map(({ line, deltaTenths, afterTenths }) => [
              cellMoment(line.happenedAt),
              cellMoment(line.recordedAt),
              words.what(line),
              words.doneBy[line.doneBy],
              signed(deltaTenths, language),
              formatPoints(afterTenths, language),
            ]),
          },
    ],
  }
}

function periodText({ period: { from, to }, language }: StatementFile): string {
  const words = STATEMENT_WORDS[language]
  if (from !== undefined)
    return `${formatDay(noonOf(from), language)} – ${to === undefined ? words.today : formatDay(noonOf(to), language)}`
  return to === undefined ? words.wholePeriod : words.until(formatUntilDay(noonOf(to), language))
}

type Column = keyof StatementWords['columns']

/** Column order. Figures have a decimal point; times are Armenian, as `2026-01-05 09:05:00`. */
const COLUMNS = {
  happened: ({ line }) => localMoment(line.happenedAt),
  recorded: ({ line }) => localMoment(line.recordedAt),
  what: ({ line }, words) => words.what(line),
  doneBy: ({ line }, words) => words.doneBy[line.doneBy],
  points: ({ deltaTenths }) => pointsNumber(deltaTenths),
  balance: ({ afterTenths }) => pointsNumber(afterTenths),
  amount: ({ line }) => line.amountAmd,
  receipt: ({ line }) => line.receipt,
  reason: ({ line }) => line.reason,
  of: ({ line }) => line.of?.position ?? null,
  event: ({ line }) => line.eventId,
  position: ({ line }) => line.position,
} satisfies Record<Column, (entry: StatementFile['lines'][number], words: StatementWords) => Cell>
const NAMES = Object.keys(COLUMNS) as Column[]

/** The parts of the CSV, in order. Opening and closing balance have a row each. */
export function statementCsv({ language, sums }: Pick<StatementFile, 'language' | 'sums'>) {
  const words = STATEMENT_WORDS[language]
  const balanceRow = (what: string, balanceTenths: number): Cell[] => {
    const cells: Partial<Record<Column, Cell>> = { what, balance: pointsNumber(balanceTenths) }
    return NAMES.map((name) => cells[name] ?? null)
  }
  return {
    opening: csv([NAMES.map((name) => words.columns[name]), balanceRow(words.sums.opening, sums.openingTenths)]),
    lines: (lines: StatementFile['lines']): string =>
      csvRows(lines.map((entry) => NAMES.map((name) => COLUMNS[name](entry, words)))),
    closing: csvRows([balanceRow(words.sums.closing, sums.closingTenths)]),
  }
}

function localMoment(at: string): string {
  return new Date(new Date(at).getTime() + YEREVAN_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

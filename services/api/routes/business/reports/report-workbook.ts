import { formatDay, formatMoment } from '#contracts/units/formats.ts'
import { noonOf } from '#contracts/units/time.ts'
import type { Workbook, WorkbookCell } from '#platform/documents/workbook.ts'
import {
  CHANGED,
  GROUPS,
  groupName,
  hasGroups,
  hourText,
  isPoints,
  openHours,
  REPORT_WORDS,
  TOTALS,
  type Figure,
  type ReportFile,
} from './report-words.ts'

type Row = readonly WorkbookCell[]

const points = (number: number): WorkbookCell => ({ tenths: Math.round(number * 10) })
const cell = (name: Figure, value: number | null): WorkbookCell =>
  value !== null && isPoints(name) ? points(value) : value

/** One sheet: the totals, then each table of the screen under its title. */
export function reportWorkbook({ report, language, businessName, at }: ReportFile): Workbook {
  const words = REPORT_WORDS[language]
  const day = formatDay(noonOf(report.day), language)
  const part = (title: string, headings: Row, rows: readonly Row[]): Row[] =>
    rows.length === 0 ? [] : [[], [title], headings, ...rows]
  const open = openHours(report)
  const hours = report.hours.map(({ purchases, turnoverAmd, comparedAmd }, hour): Row => [
    hourText(hour),
    purchases,
    turnoverAmd,
    comparedAmd,
  ])
  return {
    sheet: words.sheet,
    about: [`${words.title} · ${businessName}`, day, words.clock, words.made(formatMoment(at, language))],
    columns: [
      { heading: words.figure, kind: 'text', width: 44 },
      { heading: day, kind: 'whole', width: 22 },
      { heading: formatDay(noonOf(report.comparedDay), language), kind: 'whole', width: 22 },
      { heading: '', kind: 'whole', width: 22 },
      { heading: '', kind: 'whole', width: 22 },
      { heading: '', kind: 'whole', width: 32 },
    ],
    rows: [
      ...TOTALS.map((name): Row => [words[name], cell(name, report.totals[name]), cell(name, report.compared[name])]),
      ...part(
        words.otherDays,
        [words.figure, day],
        CHANGED.map((name) => [words[name], cell(name, report.otherDays[name])]),
      ),
      ...part(
        words.hours,
        [words.hour, words.purchases, words.turnoverAmd, words.comparedTurnover],
        open ? hours.slice(open.from, open.to + 1) : [],
      ),
      ...GROUPS.flatMap((of) =>
        part(
          words[of].title,
          [words[of].one, ...CHANGED.map((name) => words[name])],
          hasGroups(report[of])
            ? report[of].map((group) => [
                groupName(group, of, language),
                ...CHANGED.map((name) => cell(name, group[name])),
              ])
            : [],
        ),
      ),
      ...part(
        words.handedOver,
        [words.perk, words.count, words.usedPoints],
        report.handedOver.map(({ name, perks, usedPoints }) => [name, perks, points(usedPoints)]),
      ),
    ],
    totals: [],
  }
}

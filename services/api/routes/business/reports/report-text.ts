import { LANGUAGE_TAGS } from '#contracts/pages/page-metadata.ts'
import { formatDay, formatInteger, formatMoment, formatPoints } from '#contracts/units/formats.ts'
import { noonOf } from '#contracts/units/time.ts'
import type { PdfBlock, PdfColumn, PdfText } from '#platform/documents/pdf.ts'
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

/** What fits on a sheet beside a name. */
const IN_A_ROW = CHANGED.filter((name) => name !== 'usedPoints')

const NAME = (heading: string): PdfColumn => ({ heading, share: 1 })
const FIGURE = (heading: string): PdfColumn => ({ heading, fits: true, align: 'right' })

/** The PDF's content: the screen's totals and tables. */
export function reportText({ report, language, businessName, at }: ReportFile): PdfText {
  const words = REPORT_WORDS[language]
  const day = formatDay(noonOf(report.day), language)
  const open = openHours(report)
  const whole = (number: number) =>
    number < 0 ? `−${formatInteger(-number, language)}` : formatInteger(number, language)
  const points = (number: number) => {
    const text = formatPoints(Math.abs(Math.round(number * 10)), language)
    return number < 0 ? `−${text}` : text
  }
  const figure = (name: Figure, number: number | null) =>
    number === null ? '–' : isPoints(name) ? points(number) : whole(number)
  const table = (heading: string, columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): PdfBlock[] =>
    rows.length === 0
      ? []
      : [
          { kind: 'heading', text: heading },
          { kind: 'table', columns, rows },
        ]
  const { otherDays } = report
  return {
    title: `${words.title} · ${businessName} · ${day}`,
    language: LANGUAGE_TAGS[language],
    footer: `${words.footer} · ${businessName} · ${day}`,
    pageOf: words.pageOf,
    blocks: [
      { kind: 'title', text: `${words.title} · ${businessName}` },
      { kind: 'text', text: day },
      { kind: 'text', text: words.clock, quiet: true },
      { kind: 'text', text: words.made(formatMoment(at, language)), quiet: true },
      ...(report.totals.purchases === 0 && report.totals.perks === 0
        ? [{ kind: 'text' as const, text: words.none }]
        : []),
      {
        kind: 'table',
        columns: [NAME(words.figure), FIGURE(day), FIGURE(formatDay(noonOf(report.comparedDay), language))],
        rows: TOTALS.map((name) => [
          words[name],
          figure(name, report.totals[name]),
          figure(name, report.compared[name]),
        ]),
      },
      ...(Object.values(otherDays).some((change) => change !== 0)
        ? table(
            words.otherDays,
            [NAME(words.figure), FIGURE(words.day)],
            CHANGED.map((name) => [words[name], figure(name, otherDays[name])]),
          )
        : []),
      ...table(
        words.hours,
        [NAME(words.hour), FIGURE(words.purchases), FIGURE(words.turnoverAmd), FIGURE(words.comparedTurnover)],
        open
          ? report.hours
              .map(({ purchases, turnoverAmd, comparedAmd }, hour) => [
                hourText(hour),
                whole(purchases),
                whole(turnoverAmd),
                whole(comparedAmd),
              ])
              .slice(open.from, open.to + 1)
          : [],
      ),
      ...GROUPS.flatMap((of) =>
        hasGroups(report[of])
          ? table(
              words[of].title,
              [NAME(words[of].one), ...IN_A_ROW.map((name) => FIGURE(words[name]))],
              report[of].map((group) => [
                groupName(group, of, language),
                ...IN_A_ROW.map((name) => figure(name, group[name])),
              ]),
            )
          : [],
      ),
      ...table(
        words.handedOver,
        [NAME(words.perk), FIGURE(words.count), FIGURE(words.usedPoints)],
        report.handedOver.map(({ name, perks, usedPoints }) => [name, whole(perks), points(usedPoints)]),
      ),
    ],
  }
}

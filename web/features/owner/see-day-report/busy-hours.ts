import type { DayReport } from '#contracts/calls/day-report.ts'

export type Hour = DayReport['hours'][number] & { hour: number }

/** From the first to the last hour with purchases on either day; empty without any, as on a day of perks only. */
export function busyHours({ hours }: Pick<DayReport, 'hours'>): Hour[] {
  const all = hours.map((each, hour) => ({ ...each, hour }))
  const busy = all.filter(({ purchases, comparedAmd }) => purchases > 0 || comparedAmd > 0)
  return busy.length === 0 ? [] : all.slice(busy[0]!.hour, busy.at(-1)!.hour + 1)
}

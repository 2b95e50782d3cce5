/** A day's sums by what they are about, without names, which are not in the log. */
import { DAY_MS } from '#contracts/units/time.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { buyersOfDay, reportLines, type DayBuyers, type ReportLine } from './queries.ts'

export type Sums = Pick<ReportLine, 'purchases' | 'turnoverAmd' | 'givenTenths' | 'perks' | 'usedTenths'>
/** Null: acts without such an id. */
export type Group = Sums & { id: string | null }

/** `own`: of the day's own acts; `otherDays`: what the day changed of others. */
export type DayOfBusiness = {
  own: Sums
  otherDays: Sums
  buyers: DayBuyers
  /** 24, from 0. */
  hours: Sums[]
  people: Group[]
  tills: Group[]
  branches: Group[]
  handedOver: { perkId: number; perks: number; usedTenths: number }[]
}

const HOURS = 24
const nothing = (): Sums => ({ purchases: 0, turnoverAmd: 0, givenTenths: 0, perks: 0, usedTenths: 0 })

function add(sums: Sums, line: Sums): void {
  sums.purchases += line.purchases
  sums.turnoverAmd += line.turnoverAmd
  sums.givenTenths += line.givenTenths
  sums.perks += line.perks
  sums.usedTenths += line.usedTenths
}

function sumOf(lines: readonly ReportLine[]): Sums {
  const sums = nothing()
  for (const line of lines) add(sums, line)
  return sums
}

/** Without groups of which everything was undone; highest turnover first. */
function groups(lines: readonly ReportLine[], key: 'staffId' | 'tillId' | 'branchId'): Group[] {
  return [...Map.groupBy(lines, (line) => line[key])]
    .map(([id, its]) => ({ id, ...sumOf(its) }))
    .filter(({ purchases, perks }) => purchases > 0 || perks > 0)
    .sort((a, b) => b.turnoverAmd - a.turnoverAmd || b.perks - a.perks)
}

function handedOver(lines: readonly ReportLine[]): DayOfBusiness['handedOver'] {
  const ofPerks = lines.flatMap(({ perkId, perks, usedTenths }) =>
    perkId === null ? [] : [{ perkId, perks, usedTenths }],
  )
  return [...Map.groupBy(ofPerks, ({ perkId }) => perkId)]
    .map(([perkId, its]) => ({
      perkId,
      perks: its.reduce((sum, { perks }) => sum + perks, 0),
      usedTenths: its.reduce((sum, { usedTenths }) => sum + usedTenths, 0),
    }))
    .filter(({ perks }) => perks > 0)
    .sort((a, b) => b.perks - a.perks || a.perkId - b.perkId)
}

/** `day`: 'YYYY-MM-DD' in Asia/Yerevan. Call within a snapshot. */
export async function dayOfBusiness(db: Queryable, businessId: number, day: string): Promise<DayOfBusiness> {
  const all = await reportLines(db, businessId, day)
  const own = all.filter(({ isOwn }) => isOwn)
  return {
    own: sumOf(own),
    otherDays: sumOf(all.filter(({ isOwn }) => !isOwn)),
    buyers: await buyersOfDay(db, businessId, day),
    hours: Array.from({ length: HOURS }, (_, hour) => sumOf(own.filter((line) => line.hour === hour))),
    people: groups(own, 'staffId'),
    tills: groups(own, 'tillId'),
    branches: groups(own, 'branchId'),
    handedOver: handedOver(own),
  }
}

const WEEK_MS = 7 * DAY_MS

/** The same weekday of the week before. */
export const weekBefore = (day: string): string => new Date(Date.parse(day) - WEEK_MS).toISOString().slice(0, 10)

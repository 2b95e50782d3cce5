import type { AttentionSettings } from '#contracts/calls/attention.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import {
  actsOutside,
  earlierPurchases,
  largeAwards,
  manyAwards,
  REMARKS_MAX,
  undosByPerson,
  type LargeAward,
  type ManyAwards,
  type OutsideHours,
  type Undos,
} from './queries.ts'

/** Without names, which are not in the log. Each kind newest first, at most REMARKS_MAX. */
export type DayRemarks = {
  /** Null with too few purchases. */
  usualAmd: number | null
  large: LargeAward[]
  many: ManyAwards[]
  undos: Undos[]
  outside: OutsideHours[]
  hasMore: boolean
}

/** `day`: 'YYYY-MM-DD' in Asia/Yerevan. Call within a snapshot. */
export async function dayRemarks(
  db: Queryable,
  businessId: number,
  day: string,
  settings: AttentionSettings,
): Promise<DayRemarks> {
  const earlier = await earlierPurchases(db, businessId, day)
  const large =
    earlier === null
      ? []
      : // Whole numbers up to the division: an amount of exactly that many times counts.
        await largeAwards(
          db,
          businessId,
          day,
          Math.ceil((earlier.turnoverAmd * settings.largeTimes) / earlier.purchases),
        )
  const many = await manyAwards(db, businessId, day, settings)
  const undos = await undosByPerson(db, businessId, day, settings.undos)
  const outside = settings.hours === null ? [] : await actsOutside(db, businessId, day, settings.hours)
  const first = <Line>(lines: readonly Line[]): Line[] => lines.slice(0, REMARKS_MAX)
  return {
    usualAmd: earlier && Math.round(earlier.turnoverAmd / earlier.purchases),
    large: first(large),
    many: first(many),
    undos: first(undos),
    outside: first(outside),
    hasMore: [large, many, undos, outside].some((lines) => lines.length > REMARKS_MAX),
  }
}

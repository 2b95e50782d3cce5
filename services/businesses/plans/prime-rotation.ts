import { HOME_PRIME_MAX } from '#contracts/pages/rendered-pages.ts'
import { yerevanDayNumber } from '#contracts/units/time.ts'

/**
 * H41: rank of each Prime business on a day in Yerevan. The ring turns daily by the number shown on the home page, so
 * all appear equally often. `ids`: in any order.
 */
export function primeRanks(ids: readonly number[], now: Date): Map<number, number> {
  const ring = [...ids].sort((a, b) => a - b)
  const first = (yerevanDayNumber(now) * HOME_PRIME_MAX) % Math.max(ring.length, 1)
  return new Map(ring.map((id, place) => [id, (place - first + ring.length) % ring.length]))
}

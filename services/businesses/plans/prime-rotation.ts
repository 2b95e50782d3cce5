import { HOME_PRIME_MAX } from '#contracts/calls/directory.ts'
import { yerevanDayNumber } from '#contracts/units/time.ts'

/**
 * H41: the place of each Prime business on a day in Yerevan. The ring of all of them turns by as many as the home page shows, so over
 * the days each is shown equally often, and the same day always shows the same ones. `ids`: in any order.
 */
export function primeRanks(ids: readonly number[], now: Date): Map<number, number> {
  const ring = [...ids].sort((a, b) => a - b)
  const first = (yerevanDayNumber(now) * HOME_PRIME_MAX) % Math.max(ring.length, 1)
  return new Map(ring.map((id, place) => [id, (place - first + ring.length) % ring.length]))
}

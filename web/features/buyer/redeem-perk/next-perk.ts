import type { AvailablePerk } from '#contracts/calls/buyer.ts'
import { toTenths } from '#web/lib/words/format.ts'

/** The cheapest perk out of reach; undefined if there is none. */
export function nextPerk(perks: readonly AvailablePerk[]): AvailablePerk | undefined {
  return perks
    .filter((perk) => !perk.canRedeem)
    .toSorted((a, b) => toTenths(a.pointsRequired) - toTenths(b.pointsRequired) || a.id - b.id)[0]
}

import type { AvailablePerk, BuyerPoints } from '#contracts/calls/buyer.ts'
import { toTenths } from '#web/lib/words/format.ts'

/** R62: points at the perk's business, never the total, over its cost; in tenths. `share` is at most 1. */
export function perkProgress(
  perk: AvailablePerk,
  points: readonly BuyerPoints[],
): { haveTenths: number; needTenths: number; missingTenths: number; share: number } {
  const haveTenths = toTenths(points.find(({ business }) => business.id === perk.business.id)?.points ?? 0)
  const needTenths = toTenths(perk.pointsRequired)
  const missingTenths = Math.max(0, needTenths - haveTenths)
  return { haveTenths, needTenths, missingTenths, share: needTenths === 0 ? 1 : Math.min(1, haveTenths / needTenths) }
}

/** At most this much is "almost there": 10 points, 5,000 AMD. */
const ALMOST_TENTHS = 100

export type PerkGroup = 'within' | 'almost' | 'further'

/** The server's order, cut into groups that follow one another. Until `points` are known, all others are `further`. */
export function groupPerks(
  perks: readonly AvailablePerk[],
  points: readonly BuyerPoints[] | undefined,
): { group: PerkGroup; perks: AvailablePerk[] }[] {
  const groupOf = (perk: AvailablePerk): PerkGroup => {
    if (perk.canRedeem) return 'within'
    return points && perkProgress(perk, points).missingTenths <= ALMOST_TENTHS ? 'almost' : 'further'
  }
  return (['within', 'almost', 'further'] as const)
    .map((group) => ({ group, perks: perks.filter((perk) => groupOf(perk) === group) }))
    .filter((one) => one.perks.length > 0)
}

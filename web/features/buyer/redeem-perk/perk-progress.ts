import type { AvailablePerk, BuyerPoints } from '#contracts/calls/buyer.ts'
import { toTenths } from '#web/lib/words/format.ts'

/** R62: points at the perk's business, never the total, over its cost; in tenths. `share` is at most 1. */
export function perkProgress(
  perk: AvailablePerk,
  points: readonly BuyerPoints[],
): { haveTenths: number; needTenths: number; share: number } {
  const haveTenths = toTenths(points.find(({ business }) => business.id === perk.business.id)?.points ?? 0)
  const needTenths = toTenths(perk.pointsRequired)
  return { haveTenths, needTenths, share: needTenths === 0 ? 1 : Math.min(1, haveTenths / needTenths) }
}

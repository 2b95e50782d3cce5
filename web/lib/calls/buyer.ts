/** Calls of a buyer; `id` is its users.id. */
import {
  availablePerksReplySchema,
  buyerPointsReplySchema,
  cancelReplySchema,
  redeemReplySchema,
  redemptionsReplySchema,
  type AvailablePerk,
  type BuyerPoints,
  type CancelReply,
  type RedeemReply,
  type Redemption,
} from '#contracts/calls/buyer.ts'
import { api } from '#web/lib/api/api.ts'
import { useFigures, useRead, type Reading } from '#web/lib/reads/read.ts'

const path = (id: number, what: string): string => `/api/buyer/${id}/${what}`

export const useBuyerPoints = (id: number): Reading<BuyerPoints[]> =>
  useFigures(path(id, 'points'), buyerPointsReplySchema)
export const useAvailablePerks = (id: number): Reading<AvailablePerk[]> =>
  useRead(path(id, 'available-perks'), availablePerksReplySchema)
export const useRedemptions = (id: number): Reading<Redemption[]> =>
  useRead(path(id, 'redemptions'), redemptionsReplySchema)

/** The logo of a business where the buyer has points, by its users.id; null without one, or until known. */
export function useLogos(id: number): (businessId: number) => string | null {
  const points = useBuyerPoints(id).value
  return (businessId) => points?.find(({ business }) => business.id === businessId)?.business.logoUrl ?? null
}

/** Reads to refresh (R70). */
export const readsAfterRedeem = (id: number): string[] =>
  ['points', 'available-perks', 'redemptions'].map((what) => path(id, what))

/** `pointsRequired`, `perkName`: as shown to the buyer; see redeemSchema. */
export const redeemPerk = (
  id: number,
  wanted: { perkId: number; pointsRequired: number; perkName?: string },
  key: string,
): Promise<RedeemReply> =>
  api.write({ method: 'POST', path: path(id, 'redeem'), body: wanted, key, reply: redeemReplySchema })

export const cancelRedemption = (id: number, redemptionId: string, key: string): Promise<CancelReply> =>
  api.write({ method: 'DELETE', path: path(id, `redemption/${redemptionId}`), key, reply: cancelReplySchema })

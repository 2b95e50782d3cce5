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
import { useKeptReply, type KeptReading } from '#web/lib/reads/use-kept-reply.ts'

const path = (id: number, what: string): string => `/api/buyer/${id}/${what}`

export function useBuyerPoints(id: number): Reading<BuyerPoints[]> & KeptReading {
  const wanted = path(id, 'points')
  const reading = useFigures(wanted, buyerPointsReplySchema)
  return useKeptReply(reading, { userId: id, path: wanted, reply: buyerPointsReplySchema })
}
export function useAvailablePerks(id: number): Reading<AvailablePerk[]> {
  const wanted = path(id, 'available-perks')
  const reading = useRead(wanted, availablePerksReplySchema)
  return useKeptReply(reading, { userId: id, path: wanted, reply: availablePerksReplySchema })
}
export function useRedemptions(id: number): Reading<Redemption[]> & KeptReading {
  const wanted = path(id, 'redemptions')
  const reading = useRead(wanted, redemptionsReplySchema)
  return useKeptReply(reading, { userId: id, path: wanted, reply: redemptionsReplySchema })
}

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

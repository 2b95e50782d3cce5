/** Calls of a business; `id` is its users.id. */
import {
  awardReplySchema,
  businessProfileSchema,
  buyerVerifyReplySchema,
  perksReplySchema,
  statsReplySchema,
  subscriptionReplySchema,
  verifyReplySchema,
  type AwardReply,
  type BusinessProfile,
  type BusinessStats,
  type BuyerVerifyReply,
  type Perk,
  type Subscription,
  type VerifyReply,
} from '#contracts/calls/business.ts'
import { useIsOwner } from '#web/lib/session/business-of.ts'
import { api } from '#web/lib/api/api.ts'
import { useFigures, useRead, type Reading } from '#web/lib/reads/read.ts'
import type { AwardBody } from '#web/lib/outbox/waiting-store.ts'
import { acted } from './acted.ts'

const path = (id: number, what: string): string => `/api/business/${id}/${what}`

/** Loose, because the edit form reads more fields of the same reply. */
export const useBusinessProfile = (id: number): Reading<BusinessProfile> =>
  useRead(`/api/business-profile/${id}`, businessProfileSchema.loose())
/** `isAsked`: false at a till, which may not read the plan. */
export const useSubscription = (id: number, { isAsked = true } = {}): Reading<Subscription> =>
  // The plan is the owner's.
  useRead(useIsOwner() && isAsked ? path(id, 'subscription') : null, subscriptionReplySchema)
export const useBusinessStats = (id: number): Reading<BusinessStats> => useFigures(path(id, 'stats'), statsReplySchema)
export const usePerks = (id: number): Reading<Perk[]> => useRead(path(id, 'perks'), perksReplySchema)

/** Reads to refresh (R90). */
export const readsAfterAward = (id: number): string[] =>
  ['awards', 'buyers', 'stats', 'subscription', 'figures', 'movements', 'reports'].map((what) => path(id, what))
/** Shortest refresh interval (ms): a busy business has many movements a second, and each refresh reads every list. */
export const READ_AGAIN_EVERY_MS = 2_500
/** Reads to refresh (R90). */
export const readsAfterPerk = (id: number): string[] => ['perks', 'subscription'].map((what) => path(id, what))
export const subscriptionPath = (id: number): string => path(id, 'subscription')

/** `headers`: of the till where the award was made. */
export const awardPoints = (
  id: number,
  body: AwardBody,
  key: string,
  headers: Record<string, string> = {},
): Promise<AwardReply> =>
  acted(api.write({ method: 'POST', path: path(id, 'award-points'), body, key, headers, reply: awardReplySchema }))

export const verifyRedemption = (id: number, redemptionCode: string, key: string): Promise<VerifyReply> =>
  acted(
    api.write({
      method: 'POST',
      path: path(id, 'verify-redemption'),
      body: { redemptionCode },
      key,
      reply: verifyReplySchema,
    }),
  )

/** H16: the code's owner, as far as a counter may know. */
export const verifyBuyer = (code: string): Promise<BuyerVerifyReply> =>
  api.read(`/api/buyer/verify/${encodeURIComponent(code)}`, buyerVerifyReplySchema)

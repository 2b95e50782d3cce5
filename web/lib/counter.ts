/** The counter's calls beyond the award itself (H3, H4); `businessId` is its users.id. */
import { awardsReplySchema, voidReplySchema, type RecentAward, type VoidReply } from '#contracts/counter.ts'
import { api } from './api.ts'
import { useRead, type Reading } from './read.ts'

const SHOWN = 5

export const recentAwardsPath = (businessId: number): string => `/api/business/${businessId}/awards?limit=${SHOWN}`

/** The latest awards, newest first. */
export const useRecentAwards = (businessId: number): Reading<{ awards: RecentAward[]; next: string | null }> =>
  useRead(recentAwardsPath(businessId), awardsReplySchema)

/** POST /api/business/{id}/awards/{awardId}/void. */
export const voidAward = (businessId: number, { awardId, reason }: { awardId: string; reason: string }, key: string): Promise<VoidReply> =>
  api.write({ method: 'POST', path: `/api/business/${businessId}/awards/${awardId}/void`, body: { reason }, key, reply: voidReplySchema })

import type { FullProfile } from '#contracts/calls/profile.ts'
import type { Business } from '#businesses/profile/businesses.ts'
import { profileText } from '#businesses/profile/profile.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Deps } from '../../deps.ts'

export async function shownProfile(deps: Deps, business: Business): Promise<FullProfile> {
  const text = await profileText(deps.pool, business.userId)
  if (!text) throw new ApiError('not_found')
  const { profileId, userId, businessName, slug, logoUrl, coverUrl, status } = business
  const { plan, cycle, trialEndDate, periodStart, periodEnd } = business
  return {
    id: profileId,
    userId,
    businessName,
    slug,
    logoUrl,
    coverUrl,
    status,
    subscriptionPlan: plan,
    trialEndDate: trialEndDate?.toISOString() ?? null,
    billingCycle: cycle,
    subscriptionStartDate: periodStart?.toISOString() ?? null,
    subscriptionEndDate: periodEnd?.toISOString() ?? null,
    ...text,
  }
}

import type { FastifyRequest } from 'fastify'
import { DAY_MS, startOfDay, yerevanDay } from '#contracts/units/time.ts'
import { lastChecked } from '#projections/self-check/queries.ts'
import { liveCheckpoint } from '#projections/runtime/catch-up/checkpoints.ts'
import { ownBuyer } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Deps } from '../../deps.ts'
import { nameOfBusiness } from '../../name-of-business.ts'

/**
 * Common start of statement responses: the buyer, the business, and one log position for all figures. Throws 401, 403
 * or 404.
 */
export async function openStatement(
  request: FastifyRequest,
  deps: Deps,
  { id, businessId }: { id: number; businessId: number },
) {
  const user = await ownBuyer(request, deps, id)
  const business = await deps.businesses.byUserId(businessId)
  if (!business || business.status === 'pending' || business.status === 'rejected') throw new ApiError('not_found')
  const [checkpoint, checked] = await Promise.all([
    liveCheckpoint(deps.pool),
    lastChecked(deps.pool, businessId, user.id),
  ])
  const position = checkpoint?.position?.toString() ?? null
  return {
    user,
    account: { businessId, buyerId: user.id, position: position ?? '0' },
    business: { ...nameOfBusiness(businessId, business), slug: business.status === 'closed' ? null : business.slug },
    /** Null once the business is closed. */
    logoUrl: business.status === 'closed' ? null : business.logoUrl,
    asOf: {
      position,
      at: deps.now().toISOString(),
      lastCheckedAt: checked?.at.toISOString() ?? null,
      agrees: checked?.agrees ?? null,
    },
  }
}

/** Days in Yerevan, inclusive, as a half-open range. */
export function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from: Date | null
  until: Date | null
} {
  return {
    from: from === undefined ? null : startOfDay(from),
    until: to === undefined ? null : new Date(startOfDay(to).getTime() + DAY_MS),
  }
}

/** The last millisecond of a day in Yerevan. */
export function endOf(day: string): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS - 1)
}

/** For file names. */
export const today = (deps: Deps): string => yerevanDay(deps.now())

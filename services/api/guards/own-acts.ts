import type { FastifyRequest } from 'fastify'
import { OWN_ACT_MS } from '#contracts/rights/business-rights.ts'
import type { User } from '#accounts/users.ts'
import type { Business } from '#businesses/profile/businesses.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'
import { whoActs } from './access.ts'
import { rightHere, type AtTill } from './at-till.ts'

/** Whether this till, with who has unlocked it, may make the call about its own acts only. */
export const isOwnOnly = (till: AtTill, call: string): boolean => rightHere(till, call) === 'own'

type Act = { buyerId: number; tillId: string | null; recordedAt: Date }

/**
 * At a till whose right is `own`: throws 403 for another till's act and `tooLate` for one older than OWN_ACT_MS, unless
 * the call repeats one that was carried out.
 */
export async function ownUnlessRepeated(
  request: FastifyRequest,
  deps: Deps,
  { userId }: Business,
  { buyerId, tillId, recordedAt }: Act,
  user: User,
  tooLate: 'void_too_late' | 'correction_too_late' | 'reopen_too_late',
): Promise<void> {
  const { till, routeOptions } = request
  if (!till || !isOwnOnly(till, routeOptions.config.call ?? '')) return
  const isOwn = tillId === till.till.tillId
  if (isOwn && deps.now().getTime() - recordedAt.getTime() <= OWN_ACT_MS) return
  const actorId = whoActs(request, user).actor.userId
  if (await deps.once.isRepeated(request, { businessId: userId, buyerId, actorId, userId })) return
  throw new ApiError(isOwn ? tooLate : 'forbidden')
}

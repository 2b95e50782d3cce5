import type { FastifyRequest } from 'fastify'
import type { Business } from '#businesses/profile/businesses.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { OnAccount } from '../idempotency/once.ts'
import { ownActiveBusiness } from './access.ts'

/**
 * H28: an inactive business and a locked till may only repeat a write. Otherwise a till that was offline would hear that
 * an award in the ledger was not accepted. `account`: undefined if the call names none. Throws the errors of
 * `ownActiveBusiness`.
 */
export async function activeUnlessRepeated(
  request: FastifyRequest,
  deps: Deps,
  business: Business,
  account: Pick<OnAccount, 'buyerId' | 'actorId'> | undefined,
): Promise<void> {
  const isLocked = request.till?.locked ?? false
  if (business.status === 'active' && !isLocked) return
  const { userId } = business
  if (account && (await deps.once.isRepeated(request, { businessId: userId, userId, ...account }))) return
  if (isLocked) throw new ApiError('till_locked')
  await ownActiveBusiness(request, deps, business.userId)
}

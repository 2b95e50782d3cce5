/**
 * design.md 1, rule 6: what was carried out before is answered as it was then, also where it could not be begun any more: the business's time
 * is over, or the perk is gone. A counter that was offline would be told otherwise that an award which stands in the ledger was not accepted.
 */
import type { FastifyRequest } from 'fastify'
import type { Business } from '#businesses/profile/businesses.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { lookUp } from '#ledger/persistent-map.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { ownActiveBusiness } from '../guards/access.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'
import { optionalKey } from './idempotency.ts'

export type OnAccount = {
  businessId: number
  buyerId: number
  /** Whose keys these are: see commandIdOf. */
  actorId: number
  /** Under whom the key is claimed: the business, also where support acts for it. */
  userId: number
}

/**
 * Whether the account has a command by the key of this call; whether of the same input, the ledger says then. Throws 504 where it has none, but an
 * earlier try may still be under way, and what the ledger throws where it cannot be asked: nobody may be told for good that it was not carried out.
 */
export async function isRepeated(
  request: FastifyRequest,
  { ledger, keyed }: Pick<Deps, 'ledger' | 'keyed'>,
  { businessId, buyerId, actorId, userId }: OnAccount,
): Promise<boolean> {
  const key = optionalKey(request)
  if (key === undefined) return false
  const { state } = await ledger.load(businessId, buyerId)
  if (lookUp(state.commands, commandIdOf(ledgerIds, actorId, key)) !== undefined) return true
  if (await keyed.isUnderWay(userId, key)) throw new ApiError('outcome_unknown')
  return false
}

/** H28: a business that does not take part begins nothing. `account`: undefined where the call names none. Throws what `ownActiveBusiness` does. */
export async function activeUnlessRepeated(
  request: FastifyRequest,
  deps: Deps,
  business: Business,
  account: Pick<OnAccount, 'buyerId' | 'actorId'> | undefined,
): Promise<void> {
  if (business.status === 'active') return
  const { userId } = business
  if (account && (await isRepeated(request, deps, { businessId: userId, userId, ...account }))) return
  await ownActiveBusiness(request, deps, business.userId)
}

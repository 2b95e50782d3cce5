/**
 * A repeated write gets its first response even if it could not begin now. Otherwise a till that was offline would hear
 * that a made award was refused.
 */
import type { FastifyRequest } from 'fastify'
import type { Business } from '#businesses/profile/businesses.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { ownActiveBusiness } from '../guards/access.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'
import { optionalKey } from './idempotency.ts'

export type OnAccount = {
  businessId: number
  buyerId: number
  /** For commandIdOf. */
  actorId: number
  /** Owner of the key's claim: the business, also when support acts for it. */
  userId: number
}

/**
 * Whether the account has a command with this key; the ledger compares the input. Throws 504 while an earlier try may
 * be executing, and the ledger's errors: a final refusal could be wrong.
 */
export async function isRepeated(
  request: FastifyRequest,
  { ledger, keyed }: Pick<Deps, 'ledger' | 'keyed'>,
  { businessId, buyerId, actorId, userId }: OnAccount,
): Promise<boolean> {
  const key = optionalKey(request)
  if (key === undefined) return false
  if (await ledger.seen(businessId, buyerId, commandIdOf(ledgerIds, actorId, key))) return true
  if (await keyed.isUnderWay(userId, key)) throw new ApiError('outcome_unknown')
  return false
}

/**
 * H28: an inactive business may only repeat writes. `account`: undefined if the call names none. Throws as
 * `ownActiveBusiness`.
 */
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

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VoidReply } from '#contracts/calls/counter.ts'
import { decimalString, formatTenths, pointsNumber } from '#contracts/units/points.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import type { User } from '#accounts/users.ts'
import { whoActs } from '../../guards/access.ts'
import type { Deps } from '../../deps.ts'
import { eventOf, sendConsistencyToken } from '../../idempotency/ledger-answer.ts'

export type CallBack = {
  businessId: number
  buyerId: number
  awardId: string
  reason: string
  /** H4: administrators may also after 24 hours. */
  byAdmin: boolean
}

/**
 * Voids an award (H3, H4) as a whole, never below zero. The month's place stays used; the receipt becomes free. Throws
 * the account's refusal.
 */
export async function callBack(
  deps: Deps,
  { request, reply, user }: { request: FastifyRequest; reply: FastifyReply; user: User },
  { businessId, buyerId, awardId, reason, byAdmin }: CallBack,
): Promise<VoidReply> {
  const done = await deps.once(request, { account: user.id }, request.body, (key) =>
    deps.ledger.execute({
      businessId,
      buyerId,
      command: { type: 'VoidAward', awardId, reason, nowMs: deps.now().getTime(), byAdmin },
      action: { key },
      ...whoActs(request, user),
      correlationId: request.id,
    }),
  )
  sendConsistencyToken(reply, done)
  const { tenths } = eventOf(done, 'AwardVoided').data
  const codes = await buyerCodes(deps.pool, [buyerId])
  return {
    awardId,
    points: pointsNumber(tenths),
    buyerId: codes.get(buyerId) ?? '',
    balance: decimalString(done.balanceAfterTenths),
    message: `${formatTenths(tenths)} points taken back`,
  }
}

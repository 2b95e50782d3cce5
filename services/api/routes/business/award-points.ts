import { z } from 'zod'
import { awardPointsSchema, awardReplySchema } from '#contracts/calls/business.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { TILL_UNLOCK } from '#contracts/rights/till-calls.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString, formatTenths, pointsNumber, tenthsForAmount } from '#contracts/units/points.ts'
import { markAwarded } from '#accounts/verification/unverified.ts'
import { ownBusiness, whoActs } from '../../guards/access.ts'
import { keepPersonOfThen } from '../../guards/at-till.ts'
import { activeUnlessRepeated } from '../../guards/active-unless-repeated.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { accountOfCode, accountToAward, awardUnlessClaimed } from '../cards/account-of-code.ts'
import { optionalKey } from '../../idempotency/idempotency-key.ts'
import { sendConsistencyToken } from '../../idempotency/ledger-answer.ts'

/** A card's merge before it may take longer; the key then counts as under way no more (idempotency/key-claims.ts). */
const STARTED_WITHIN_MS = 5_000

/** R165, R203, R212. Idempotency-Key required. */
export function awardPoints(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/award-points',
    {
      config: { supportMay: 'act', anyStatus: true },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        headers: z.object({ [TILL_UNLOCK]: z.string().max(200).optional() }),
        body: awardPointsSchema,
        response: { 200: awardReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownBusiness(request, deps, request.params.id)
      const { buyerId: code, amountSpent, receipt, happenedAt } = request.body
      keepPersonOfThen(request, deps, happenedAt)
      const buyer = await deps.unknownBuyers.look(business.userId, () => deps.users.buyerIdByCode(code))
      const by = { businessId: business.userId, actorId: user.id }
      const asked = buyer && {
        buyerId: await accountOfCode(deps, buyer, { ...by, key: optionalKey(request) }),
        actorId: user.id,
      }
      await activeUnlessRepeated(request, deps, business, asked)
      if (!buyer) {
        await deps.triedCodes.count(business.userId, code)
        throw new ApiError('buyer_not_found')
      }
      const tenths = tenthsForAmount(amountSpent)
      const award = async (key: string) => {
        const startedAt = performance.now()
        if (buyer.isUnverified && !(await markAwarded(deps.pool, { id: buyer.id, code })))
          throw new ApiError('buyer_not_found')
        const accountId = await accountToAward(deps, buyer, { ...by, key })
        return awardUnlessClaimed(deps, { code, accountId, buyer, by: { ...by, key } }, (buyerId) => {
          if (performance.now() - startedAt > STARTED_WITHIN_MS) throw new ApiError('busy')
          return deps.awards.award({
            businessId: business.userId,
            buyerId,
            plan: business.plan,
            key,
            ...whoActs(request, user),
            correlationId: request.id,
            amountAmd: amountSpent,
            ...(receipt === undefined ? {} : { receipt }),
            ...(happenedAt === undefined ? {} : { happenedAt: new Date(happenedAt) }),
          })
        })
      }
      const done = await deps.once(request, { account: user.id }, request.body, award).catch(async (error: unknown) => {
        // A refused award reveals too that the code exists.
        if (error instanceof ApiError && error.status < 500) await deps.triedCodes.count(business.userId, code)
        throw error
      })
      deps.triedCodes.awarded(business.userId, code)
      sendConsistencyToken(reply, done)
      return {
        awardId: done.commandId,
        points: pointsNumber(tenths),
        buyerId: code,
        amountSpent,
        balance: decimalString(done.balanceAfterTenths),
        message: `${formatTenths(tenths)} points awarded`,
      }
    },
  )
}

import { z } from 'zod'
import { redeemReplySchema, redeemSchema } from '#contracts/calls/buyer.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString, tenthsFromPoints } from '#contracts/units/points.ts'
import { perkById } from '#businesses/perks/perks.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds, newRedemptionCode } from '#platform/event-store/ids.ts'
import { ownBuyer } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { eventOf, sendConsistencyToken } from '../../idempotency/ledger-answer.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'

type WantedPerk = NonNullable<Awaited<ReturnType<typeof perkById>>>

/** More than a person needs, retries included. Redemptions stay in the log for ever, even if cancelled. */
const LIMIT = limitOfPerson(120, 60_000)

/** R154, R169, R204. Takes the perk's present cost, never more than shown; the event holds perk and cost. */
export function redeem(app: App, deps: Deps): void {
  app.post(
    '/api/buyer/:id/redeem',
    {
      config: LIMIT,
      schema: {
        tags: ['buyer'],
        params: z.object({ id: userIdSchema }),
        body: redeemSchema,
        response: { 200: redeemReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const user = await ownBuyer(request, deps, request.params.id)
      const perk = await perkById(deps.pool, request.body.perkId)
      if (!perk) throw new ApiError('perk_not_found')
      const refusal = await refusalOf(perk, request.body, deps)
      if (
        refusal &&
        !(await deps.once.isRepeated(request, {
          businessId: perk.businessId,
          buyerId: user.id,
          actorId: user.id,
          userId: user.id,
        }))
      )
        throw refusal
      const done = await deps.once(request, { account: user.id }, request.body, (key) =>
        deps.ledger.execute({
          businessId: perk.businessId,
          buyerId: user.id,
          command: {
            type: 'RedeemPerk',
            redemptionId: ledgerIds.uuid5(commandIdOf(ledgerIds, user.id, key), `redemption:${perk.businessId}`),
            code: newRedemptionCode(),
            perkId: perk.id,
            perkName: perk.name,
            costTenths: perk.costTenths,
          },
          action: { key },
          actor: { userId: user.id, role: 'buyer' },
          correlationId: request.id,
        }),
      )
      sendConsistencyToken(reply, done)
      const { data } = eventOf(done, 'PerkRedeemed')
      return {
        redemptionId: data.redemptionId,
        redemptionCode: data.code,
        perk: { name: data.perkName },
        points: decimalString(data.costTenths),
        balance: decimalString(done.balanceAfterTenths),
        message: 'Perk redeemed',
      }
    },
  )
}

/** Why a perk `shown` like this cannot be redeemed now. */
async function refusalOf(
  { businessId, deleted, costTenths, name }: WantedPerk,
  shown: z.output<typeof redeemSchema>,
  { businesses }: Deps,
): Promise<ApiError | undefined> {
  if (deleted) return new ApiError('perk_not_found')
  if ((await businesses.byUserId(businessId))?.status !== 'active') return new ApiError('business_not_active')
  const shownTenths = shown.pointsRequired === undefined ? undefined : tenthsFromPoints(shown.pointsRequired)
  if (shownTenths !== undefined && costTenths > shownTenths) return new ApiError('perk_costs_more')
  return shown.perkName !== undefined && shown.perkName !== name ? new ApiError('perk_changed') : undefined
}

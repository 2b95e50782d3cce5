import { z } from 'zod'
import { cardClaimedSchema, claimCardSchema, type CardClaimed } from '#contracts/calls/cards.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { claimCard as claim } from '#accounts/cards/claim-card.ts'
import { mergeAccount } from '#accounts/cards/merge-cards.ts'
import { businessesOfCard } from '#projections/account-balances/queries.ts'
import { ownBuyer } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { nameOfBusiness } from '../../name-of-business.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'

/** More than a person with several cards mistypes. */
const LIMIT = limitOfPerson(20, 3_600_000)

/** Adds a card to the person's account; its points follow (decision 53). Idempotency-Key required. */
export function claimCard(app: App, deps: Deps): void {
  app.post(
    '/api/buyer/:id/cards',
    {
      config: LIMIT,
      schema: {
        tags: ['buyer'],
        params: z.object({ id: userIdSchema }),
        body: claimCardSchema,
        response: { 201: cardClaimedSchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const user = await ownBuyer(request, deps, request.params.id)
      const { secret } = request.body
      const claimed = await deps.once(request, { user: user.id }, request.body, async (client) => {
        const by = { actor: { userId: user.id, role: user.role }, correlationId: request.id, at: deps.now() }
        const card = await claim(client, { userId: user.id, secret }, by)
        if (!card) throw new ApiError('card_not_found')
        return { cardId: card.id, buyerId: card.code, message: 'Card added' }
      })
      deps.users.forget({ id: claimed.cardId, buyerCode: claimed.buyerId })
      deps.wake('events', 'chores')
      const came = await tryToMerge(deps, { cardId: claimed.cardId, holderId: user.id })
      return reply.status(201).send({ ...claimed, ...came })
    },
  )
}

type Came = Pick<CardClaimed, 'brought' | 'isComplete'>

/** A first attempt, so that the points are there at once; the worker completes it. A retry brings the same answer. */
async function tryToMerge(deps: Deps, card: { cardId: number; holderId: number }): Promise<Came> {
  const tenthsOf = new Map<number, number>()
  let isComplete = true
  try {
    await deps.waitForHead()
    for (const businessId of await businessesOfCard(deps.pool, card.cardId)) {
      const tenths = await mergeAccount(deps.pool, deps.ledger, businessId, card)
      if (tenths === undefined) {
        // A slow store would keep the person waiting once per business.
        isComplete = false
        break
      }
      if (tenths !== 0) tenthsOf.set(businessId, tenths)
    }
  } catch (error) {
    deps.log.warn({ err: error }, "merging a claimed card's points is deferred to the worker")
    isComplete = false
  }
  const businesses = await deps.businesses.byUserIds([...tenthsOf.keys()])
  const brought = [...tenthsOf].map(([businessId, tenths]) => {
    const { businessName, closed } = nameOfBusiness(businessId, businesses.get(businessId))
    return { businessId, businessName, closed, points: decimalString(tenths) }
  })
  return { brought, isComplete }
}

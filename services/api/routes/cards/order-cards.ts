import { z } from 'zod'
import { cardsOrderedSchema, orderCardsSchema } from '#contracts/calls/cards.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { orderCards as makeCards } from '#accounts/cards/order-cards.ts'
import { uuid5 } from '#platform/event-store/ids.ts'
import { ownActiveBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'

const LIMIT = limitOfPerson(30, 60_000)

/** A batch of cards without a phone (decision 53). Idempotency-Key required. */
export function orderCards(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/cards',
    {
      config: LIMIT,
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        body: orderCardsSchema,
        response: { 201: cardsOrderedSchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownActiveBusiness(request, deps, request.params.id)
      const { cards } = request.body
      const ordered = await deps.once(request, { user: user.id }, request.body, async (client, commandId) => {
        const batchId = uuid5(commandId, 'cards')
        const order = { batchId, businessId: business.userId, cards, secret: deps.env.SESSION_SECRET }
        const made = await makeCards(client, order)
        if (typeof made === 'string') throw new ApiError(made)
        return { batchId, cards }
      })
      return reply.status(201).send(ordered)
    },
  )
}

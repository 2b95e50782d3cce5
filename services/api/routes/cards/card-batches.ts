import { z } from 'zod'
import { cardBatchesReplySchema } from '#contracts/calls/cards.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { cardBatches as batchesOf } from '#accounts/cards/card-lists.ts'
import { balancesOfBuyers } from '#projections/account-balances/queries.ts'
import { ownBusiness } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

export function cardBatches(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/cards',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        response: { 200: cardBatchesReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const { userId } = business
      const batches = await batchesOf(
        deps.pool,
        userId,
        async (cardIds) => new Set((await balancesOfBuyers(deps.pool, userId, cardIds)).keys()),
      )
      return {
        batches: batches.map(({ orderedAt, filesUntil, ...batch }) => ({
          ...batch,
          orderedAt: orderedAt.toISOString(),
          filesUntil: filesUntil?.toISOString() ?? null,
        })),
      }
    },
  )
}

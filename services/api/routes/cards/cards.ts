import { z } from 'zod'
import { cardsReplySchema } from '#contracts/calls/cards.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { cardsOfPerson } from '#accounts/cards/card-lists.ts'
import { ownBuyer } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

export function cards(app: App, deps: Deps): void {
  app.get(
    '/api/buyer/:id/cards',
    {
      schema: {
        tags: ['buyer'],
        params: z.object({ id: userIdSchema }),
        response: { 200: cardsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const user = await ownBuyer(request, deps, request.params.id)
      const held = await cardsOfPerson(deps.pool, user.id)
      return { cards: held.map(({ claimedAt, ...card }) => ({ ...card, claimedAt: claimedAt.toISOString() })) }
    },
  )
}

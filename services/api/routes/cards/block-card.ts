import { z } from 'zod'
import { cardBlockedSchema } from '#contracts/calls/cards.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { blockCard as block } from '#accounts/cards/claim-card.ts'
import { ownBuyer } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'

const LIMIT = limitOfPerson(30, 60_000)

/** A lost card: its code leads nowhere from then on (decision 53). Idempotency-Key required. */
export function blockCard(app: App, deps: Deps): void {
  app.post(
    '/api/buyer/:id/cards/:cardId/block',
    {
      config: LIMIT,
      schema: {
        tags: ['buyer'],
        params: z.object({ id: userIdSchema, cardId: userIdSchema }),
        response: { 200: cardBlockedSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const user = await ownBuyer(request, deps, request.params.id)
      const { cardId } = request.params
      const blocked = await deps.once(request, { user: user.id }, undefined, async (client) => {
        const by = { actor: { userId: user.id, role: user.role }, correlationId: request.id, at: deps.now() }
        if (!(await block(client, { userId: user.id, cardId }, by))) throw new ApiError('card_not_found')
        return { cardId, message: 'Card blocked' }
      })
      deps.wake('events')
      return blocked
    },
  )
}

import { z } from 'zod'
import { errorSchema } from '#contracts/errors.ts'
import { userIdSchema } from '#contracts/ids.ts'
import { perkIdParamSchema, perkInputSchema, perkReplySchema } from '#contracts/perks.ts'
import { decimalString } from '#contracts/points.ts'
import { changePerk as change } from '#businesses/keep-perks.ts'
import { ownActiveBusiness } from '../../access.ts'
import { ApiError } from '../../api-error.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { perkText } from './perk-text.ts'

/** PUT /api/business/{id}/perks/{perkId} (R168, R202): the same three fields. Sent again, it comes to the same. */
export function changePerk(app: App, deps: Deps): void {
  app.put(
    '/api/business/:id/perks/:perkId',
    {
      config: { supportMay: 'act' },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, perkId: perkIdParamSchema }),
        body: perkInputSchema,
        response: { 200: perkReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownActiveBusiness(request, deps, request.params.id)
      const perk = await change(deps.pool, business.userId, request.params.perkId, perkText(request.body))
      if (!perk) throw new ApiError('perk_not_found')
      return { id: perk.id, name: perk.name, description: perk.description, pointsRequired: decimalString(perk.costTenths) }
    },
  )
}

import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { changePerkSchema, perkIdParamSchema, perkReplySchema } from '#contracts/calls/perks.ts'
import { decimalString } from '#contracts/units/points.ts'
import { changePerk as change } from '#businesses/perks/keep-perks.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ownActiveBusiness, whoActs } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { PERKS_LIMIT } from './perks-limit.ts'
import { perkText } from './perk-text.ts'

/**
 * R168, R202. Repeatable. 409 if the perk differs from `before`, so that an outdated page does not restore an old
 * price.
 */
export function changePerk(app: App, deps: Deps): void {
  app.put(
    '/api/business/:id/perks/:perkId',
    {
      config: { ...PERKS_LIMIT, supportMay: 'act' },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, perkId: perkIdParamSchema }),
        body: changePerkSchema,
        response: { 200: perkReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { user, business } = await ownActiveBusiness(request, deps, request.params.id)
      const recording = {
        commandId: commandIdOf(ledgerIds, user.id, request.id),
        ...whoActs(request, user),
        correlationId: request.id,
        at: deps.now(),
      }
      const { before, ...wanted } = request.body
      const perk = await inTransaction(deps.pool, (client) =>
        change(client, business.userId, request.params.perkId, { to: perkText(wanted), before }, recording),
      )
      if ('refused' in perk) throw new ApiError(perk.refused)
      deps.wake('events')
      return {
        id: perk.id,
        name: perk.name,
        description: perk.description,
        pointsRequired: decimalString(perk.costTenths),
      }
    },
  )
}

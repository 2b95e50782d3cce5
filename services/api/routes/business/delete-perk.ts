import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { perkDeletedSchema, perkIdParamSchema } from '#contracts/calls/perks.ts'
import { hidePerk } from '#businesses/perks/keep-perks.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ownPayingBusiness, whoActs } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { tidyLogos } from '../business-profile/tidy-logos.ts'
import { PERKS_LIMIT } from './perks-limit.ts'

/**
 * R89, R202, H9: hides the perk; its redeemers keep name and cost. Open to expired businesses, which may need to delete
 * perks for a smaller plan (R155).
 */
export function deletePerk(app: App, deps: Deps): void {
  app.delete(
    '/api/business/:id/perks/:perkId',
    {
      config: { ...PERKS_LIMIT, supportMay: 'act', openToExpired: true },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, perkId: perkIdParamSchema }),
        response: { 200: perkDeletedSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { user, business } = await ownPayingBusiness(request, deps, request.params.id)
      const { perkId } = request.params
      const recording = {
        commandId: commandIdOf(ledgerIds, user.id, request.id),
        ...whoActs(request, user),
        correlationId: request.id,
        at: deps.now(),
      }
      if (!(await inTransaction(deps.pool, (client) => hidePerk(client, business.userId, perkId, recording))))
        throw new ApiError('perk_not_found')
      deps.wake('events')
      tidyLogos(request, deps, business.userId)
      return { id: perkId, message: 'Perk deleted' }
    },
  )
}

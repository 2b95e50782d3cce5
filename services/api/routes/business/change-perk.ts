import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { changePerkSchema, perkIdParamSchema, perkReplySchema } from '#contracts/calls/perks.ts'
import { changePerk as change } from '#businesses/perks/keep-perks.ts'
import { perkOfBusiness } from '#businesses/perks/perks.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ownActiveBusiness, whoActs } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { recordVisitCall } from '../../plugins/support-visits.ts'
import { onlyOwnPicture, wantedPicture } from '../business-profile/only-own-picture.ts'
import { tidyLogos } from '../business-profile/tidy-logos.ts'
import { PERKS_LIMIT } from './perks-limit.ts'
import { PERK_PICTURE, perkText, shownPerk } from './perk-text.ts'

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
      const { before, ...typed } = request.body
      const { perkId } = request.params
      const pictureUrl = wantedPicture(typed.pictureUrl)
      if (pictureUrl) {
        const stored = (await perkOfBusiness(deps.pool, business.userId, perkId))?.pictureUrl ?? null
        await onlyOwnPicture(deps, business.userId, { ...PERK_PICTURE, wanted: pictureUrl, stored })
      }
      const perk = await inTransaction(deps.pool, async (client) => {
        const to = { ...perkText(typed), pictureUrl }
        const changed = await change(client, business.userId, perkId, { to, before }, recording)
        // A change of the picture alone has no event.
        if (!('refused' in changed)) await recordVisitCall(client, request, deps)
        return changed
      })
      if ('refused' in perk) throw new ApiError(perk.refused)
      deps.wake('events')
      if (pictureUrl !== undefined) tidyLogos(request, deps, business.userId)
      return shownPerk(perk)
    },
  )
}

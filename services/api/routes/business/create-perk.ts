import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { perkInputSchema, perkReplySchema } from '#contracts/calls/perks.ts'
import { createPerk as makePerk } from '#businesses/perks/keep-perks.ts'
import { ownActiveBusiness, whoActs } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { onlyOwnPicture, wantedPicture } from '../business-profile/only-own-picture.ts'
import { PERKS_LIMIT } from './perks-limit.ts'
import { PERK_PICTURE, perkText, shownPerk } from './perk-text.ts'

/** R168, R202: within the plan's limit, even under concurrency. Idempotency-Key required. */
export function createPerk(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/perks',
    {
      config: { ...PERKS_LIMIT, supportMay: 'act' },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        body: perkInputSchema,
        response: { 201: perkReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownActiveBusiness(request, deps, request.params.id)
      const pictureUrl = wantedPicture(request.body.pictureUrl)
      // Without a picture the input is as before pictures, so that a retry from then finds its reply.
      const wanted = { ...perkText(request.body), ...(pictureUrl && { pictureUrl }) }
      const made = await deps.once(
        request,
        { user: user.id },
        wanted,
        async (client, commandId) => {
          const perk = await makePerk(client, business.userId, wanted, {
            commandId,
            ...whoActs(request, user),
            correlationId: request.id,
            at: deps.now(),
          })
          if ('refused' in perk)
            throw new ApiError(perk.refused, perk.refused === 'perk_limit_reached' ? { limitExceeded: true } : {})
          return shownPerk(perk)
        },
        () => onlyOwnPicture(deps, business.userId, { ...PERK_PICTURE, wanted: pictureUrl, stored: null }),
      )
      deps.wake('events')
      return reply.status(201).send(made)
    },
  )
}

import { z } from 'zod'
import { perksReplySchema } from '#contracts/calls/business.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { idOrSlugSchema } from '#contracts/calls/perks.ts'
import { perksOfBusiness } from '#businesses/perks/perks.ts'
import { ownBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { shownPerk } from './perk-text.ts'

/** R200, R202, C6: all digits is an id, for the business itself; else a public slug, which is never all digits. */
export function perks(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/perks',
    {
      config: { openToExpired: true },
      schema: {
        tags: ['business'],
        params: z.object({ id: idOrSlugSchema }),
        response: { 200: perksReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { id } = request.params
      const businessId = /^\d+$/.test(id)
        ? (await ownBusiness(request, deps, Number(id))).business.userId
        : await publicBusiness(deps, id)
      const found = businessId === undefined ? [] : await perksOfBusiness(deps.pool, businessId)
      return found.map(shownPerk)
    },
  )
}

/** H28: undefined if inactive. Throws 404 if not public. */
async function publicBusiness(deps: Deps, slug: string): Promise<number | undefined> {
  const business = await deps.businesses.bySlug(slug)
  switch (business?.status) {
    case 'active':
      return business.userId
    case 'suspended':
    case 'trial_expired':
    case 'closed':
      return undefined
    case 'pending':
    case 'rejected':
    case undefined:
      throw new ApiError('not_found')
  }
}

import { errorSchema } from '#contracts/calls/errors.ts'
import { tillReplySchema } from '#contracts/rights/till-calls.ts'
import { thisTill } from '../../guards/at-till.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/api-error.ts'
import { shownToTill } from './shown-to-till.ts'

/** What a till shows: itself and the people who may unlock it. */
export function readTill(app: App, deps: Deps): void {
  app.get(
    '/api/till',
    { schema: { tags: ['till'], response: { 200: tillReplySchema, '4xx': errorSchema } } },
    async (request) => {
      const at = thisTill(request)
      const business = await deps.businesses.byUserId(at.till.businessId)
      if (!business) throw new ApiError('not_signed_in')
      return shownToTill(at, business)
    },
  )
}

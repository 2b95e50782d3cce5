import { errorSchema } from '#contracts/calls/errors.ts'
import { tillReplySchema } from '#contracts/rights/till-calls.ts'
import { thisTill } from '../../guards/at-till.ts'
import type { App } from '../../app-type.ts'
import { shownToTill } from './shown-to-till.ts'

/** What a till shows: itself and the people who may unlock it. */
export function readTill(app: App): void {
  app.get(
    '/api/till',
    { schema: { tags: ['till'], response: { 200: tillReplySchema, '4xx': errorSchema } } },
    async (request) => shownToTill(thisTill(request)),
  )
}

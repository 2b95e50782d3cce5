import { Readable } from 'node:stream'
import { z } from 'zod'
import { userIdSchema } from '#contracts/units/ids.ts'
import { ownBuyerOrAuditor } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { provenStatement } from './proven-statement.ts'
import { endsWithSession } from '../../session/session-holds.ts'

/** Each line costs a walk through the tree. */
const LIMIT = limitOfPerson(30, 60_000)

/**
 * All events of an account under the newest signed head, with proofs, in a verifiable file (PROOF-FORMAT.md). Ends with
 * the session. For the buyer and auditors.
 */
export function ledgerStatement(app: App, deps: Deps): void {
  app.get(
    '/api/ledger/statement/:businessId/:buyerId',
    {
      config: LIMIT,
      schema: { tags: ['ledger'], params: z.object({ businessId: userIdSchema, buyerId: userIdSchema }) },
    },
    async (request, reply) => {
      const { businessId, buyerId } = request.params
      const user = await ownBuyerOrAuditor(request, deps, buyerId)
      const text = await provenStatement(deps, businessId, buyerId, endsWithSession(request, deps, user))
      if (text === undefined) throw new ApiError('not_found')
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="hatik-statement-${businessId}-${buyerId}.jsonl"`)
        .send(Readable.from(text, { objectMode: false, highWaterMark: 64 * 1024 }))
    },
  )
}

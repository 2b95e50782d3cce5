import { z } from 'zod'
import { userIdSchema } from '#contracts/ids.ts'
import { ownBuyerOrAuditor } from '../../access.ts'
import { ApiError } from '../../api-error.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { provenStatement } from '../../proven-statement.ts'

/**
 * GET /api/ledger/statement/{businessId}/{buyerId}: every event of one account up to the newest signed head, each with its proof, in a
 * file that anybody can check (PROOF-FORMAT.md). For the buyer himself and for auditors.
 */
export function ledgerStatement(app: App, deps: Deps): void {
  app.get(
    '/api/ledger/statement/:businessId/:buyerId',
    { schema: { tags: ['ledger'], params: z.object({ businessId: userIdSchema, buyerId: userIdSchema }) } },
    async (request, reply) => {
      const { businessId, buyerId } = request.params
      await ownBuyerOrAuditor(request, deps, buyerId)
      const file = await provenStatement(deps, businessId, buyerId)
      if (file === undefined) throw new ApiError('not_found')
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="hatik-statement-${businessId}-${buyerId}.jsonl"`)
        .send(file)
    },
  )
}

import { randomUUID } from 'node:crypto'
import { errorSchema } from '#contracts/calls/errors.ts'
import { pairTillSchema, tillReplySchema } from '#contracts/rights/till-calls.ts'
import { pairTill as usePairingCode } from '#businesses/staff/keep-tills.ts'
import { shortDigest } from '#platform/event-store/ids.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { optionalKey } from '../../idempotency/idempotency-key.ts'
import { PUBLIC_FORM_LIMIT } from '../../plugins/rate-limit.ts'
import { pairingCodeHash } from '../../till/pairing-code.ts'
import { openTillSession } from '../../till/till-session.ts'
import { shownToTill } from './shown-to-till.ts'

/**
 * The code is used before the session opens. After a crash in between, a retry with the same key opens it; without a
 * key the owner makes another code.
 */
export function pairTill(app: App, deps: Deps): void {
  app.post(
    '/api/till/pair',
    {
      config: { ...PUBLIC_FORM_LIMIT, retry: 'signsIn' },
      schema: { tags: ['till'], body: pairTillSchema, response: { 200: tillReplySchema, '4xx': errorSchema } },
    },
    async (request) => {
      const key = optionalKey(request)
      const used = {
        codeHash: pairingCodeHash(request.body.code, deps.env),
        pairing: randomUUID(),
        call: key === undefined ? undefined : shortDigest(`pair-till ${key}`),
        correlationId: request.id,
        at: deps.now(),
      }
      const till = await inTransaction(deps.pool, (client) => usePairingCode(client, used))
      const owner = till && (await deps.users.byId(till.businessId))
      const business = till && (await deps.businesses.byUserId(till.businessId))
      if (!till || !owner || !business) throw new ApiError('pairing_code_invalid')
      deps.tills.forget(till.tillId)
      deps.wake('events')
      await openTillSession(request, owner, till)
      const everybody = await deps.staff.of(till.businessId)
      const staff = everybody.filter(({ active }) => active)
      return shownToTill({ till, staff, hasStaff: everybody.length > 0, person: undefined }, business)
    },
  )
}

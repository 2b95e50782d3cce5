import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { addTillSchema, PAIRING_CODE_MS, tillAddedSchema } from '#contracts/rights/staff-calls.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { addTill as insertTill } from '#businesses/staff/keep-tills.ts'
import { uuid5 } from '#platform/event-store/ids.ts'
import { ownActiveBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { pairingCodeHash, pairingCodeOf } from '../../till/pairing-code.ts'
import { needBranch } from './need-branch.ts'
import { STAFF_LIMIT } from './staff-limit.ts'

/** The code follows from the till, so the reply that is kept for retries lacks it. Idempotency-Key required. */
export function addTill(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/tills',
    {
      config: STAFF_LIMIT,
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        body: addTillSchema,
        response: { 201: tillAddedSchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownActiveBusiness(request, deps, request.params.id)
      const { name, locksAfterSeconds, branchId = null } = request.body
      const made = await deps.once(request, { user: user.id }, request.body, async (client, commandId) => {
        const id = uuid5(commandId, 'till')
        const codeHash = pairingCodeHash(pairingCodeOf(id, deps.env), deps.env)
        const at = deps.now()
        await needBranch(client, business.userId, branchId)
        if (!(await insertTill(client, business.userId, { id, name, locksAfterSeconds, branchId, codeHash, at })))
          throw new ApiError('too_many_people_or_tills')
        return { tillId: id, expiresAt: new Date(at.getTime() + PAIRING_CODE_MS).toISOString() }
      })
      const { tillId, expiresAt } = made
      const till = { tillId, name, branchId, locksAfterSeconds, pairedAt: null }
      return reply.status(201).send({ till, pairingCode: pairingCodeOf(tillId, deps.env), expiresAt })
    },
  )
}

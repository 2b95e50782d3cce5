import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { signInChangedSchema } from '#contracts/rights/manager-calls.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { allowSignIn, endSignIn } from '#businesses/staff/keep-sign-ins.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import type { FastifyRequest } from 'fastify'
import type { User } from '#accounts/users.ts'
import { ownActiveBusiness, ownBusiness, whoActs } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { forgetManager } from './forget-manager.ts'

/** A manager's sign-in, allowed again or ended by the owner. Repetitions change nothing. */
export function staffSignIn(app: App, deps: Deps): void {
  const path = '/api/business/:id/staff/:staffId/sign-in'
  const schema = {
    tags: ['business'],
    params: z.object({ id: userIdSchema, staffId: commandIdSchema }),
    response: { 200: signInChangedSchema, '4xx': errorSchema },
  }
  const recordingOf = (request: FastifyRequest, user: User) => ({
    commandId: commandIdOf(ledgerIds, user.id, request.id),
    ...whoActs(request, user),
    correlationId: request.id,
    at: deps.now(),
  })

  app.post(path, { schema }, async (request) => {
    const { user, business } = await ownActiveBusiness(request, deps, request.params.id)
    const { staffId } = request.params
    const allowed = await inTransaction(deps.pool, (client) =>
      allowSignIn(client, business.userId, staffId, request.session.epoch ?? 0, recordingOf(request, user)),
    )
    if (typeof allowed === 'string') throw new ApiError(allowed)
    forgetManager(deps, allowed.userId)
    deps.wake('events')
    return { staffId, message: 'Sign-in allowed' }
  })

  app.delete(path, { schema }, async (request) => {
    const { user, business } = await ownBusiness(request, deps, request.params.id)
    const { staffId } = request.params
    const ended = await inTransaction(deps.pool, (client) =>
      endSignIn(client, business.userId, staffId, recordingOf(request, user)),
    )
    if (!ended) throw new ApiError('staff_not_found')
    forgetManager(deps, ended.userId)
    deps.wake('events')
    return { staffId, message: 'Sign-in ended' }
  })
}

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { approveSchema, statusReplySchema, withReasonSchema, type StatusReply } from '#contracts/calls/staff/admin.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import {
  approveBusiness,
  reinstateBusiness,
  rejectBusiness,
  suspendBusiness,
  type StatusChange,
} from '#businesses/status/status-changes.ts'
import type { StatusAction } from '#businesses/status/status.ts'
import type { Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { administrator } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

const params = z.object({ id: userIdSchema })
const response = { 200: statusReplySchema, '4xx': errorSchema }

/** H21, H23: starts the trial. */
export function approve(app: App, deps: Deps): void {
  app.post(
    '/api/admin/businesses/:id/approve',
    { schema: { tags: ['admin'], params, body: approveSchema, response } },
    (request) =>
      carryOut(
        request,
        deps,
        request.params.id,
        { action: 'approve', message: 'Business approved' },
        (client, recording) => approveBusiness(client, request.params.id, recording),
      ),
  )
}

export function reject(app: App, deps: Deps): void {
  app.post(
    '/api/admin/businesses/:id/reject',
    { schema: { tags: ['admin'], params, body: withReasonSchema, response } },
    (request) =>
      carryOut(
        request,
        deps,
        request.params.id,
        { action: 'reject', message: 'Business rejected' },
        (client, recording) => rejectBusiness(client, request.params.id, request.body.reason, recording),
      ),
  )
}

/** H28, H29. */
export function suspend(app: App, deps: Deps): void {
  app.post(
    '/api/admin/businesses/:id/suspend',
    { schema: { tags: ['admin'], params, body: withReasonSchema, response } },
    (request) =>
      carryOut(
        request,
        deps,
        request.params.id,
        { action: 'suspend', message: 'Business suspended' },
        (client, recording) => suspendBusiness(client, request.params.id, request.body.reason, recording),
      ),
  )
}

export function reinstate(app: App, deps: Deps): void {
  app.post(
    '/api/admin/businesses/:id/reinstate',
    { schema: { tags: ['admin'], params, body: withReasonSchema, response } },
    (request) =>
      carryOut(
        request,
        deps,
        request.params.id,
        { action: 'reinstate', message: 'Business reinstated' },
        (client, recording) => reinstateBusiness(client, request.params.id, request.body.reason, recording),
      ),
  )
}

/** 409, with only a log line, for a change that the status forbids (H22). Retries with a key replay the response. */
async function carryOut(
  request: FastifyRequest,
  deps: Deps,
  id: number,
  { action, message }: { action: StatusAction; message: string },
  change: (client: PoolClient, recording: Recording) => Promise<StatusChange>,
): Promise<StatusReply> {
  const admin = await administrator(request, deps)
  const changed = await deps.once(
    request,
    { user: admin.id, keyless: true },
    request.body,
    async (client, commandId) => {
      const done = await change(client, {
        commandId,
        actor: { userId: admin.id, role: 'admin' },
        correlationId: request.id,
        at: deps.now(),
      })
      if (done.kind === 'unknown_business') throw new ApiError('business_not_found')
      if (done.kind === 'refused') {
        request.log.info(
          { businessId: id, from: done.from, wanted: action, adminId: admin.id, requestId: request.id },
          'a status change was refused',
        )
        throw new ApiError('status_refused')
      }
      return { id, status: done.to, message }
    },
  )
  deps.wake('events', 'mail')
  return changed
}

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isReplayOver, replaysReplySchema, type Replays, type ReplayState } from '#contracts/calls/staff/admin.ts'
import { reasonSchema } from '#contracts/events/business-events.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { countAdministrators } from '#accounts/staff/staff.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { liveCheckpoint } from '#projections/runtime/catch-up/checkpoints.ts'
import { beginReplay, currentReplay, moveReplay, pastReplays } from '#projections/runtime/replay/replay-control.ts'
import { administrator } from '../../guards/access.ts'
import { recordAdminEvent, type AdminAction } from './admin-event.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { sayYesToSwitch } from './say-yes-to-switch.ts'

const PAST = 20
const response = { 200: replaysReplySchema, '4xx': errorSchema }
const reasonBody = z.object({ reason: reasonSchema })

/** The running rebuild: progress and differences. */
export function readReplays(app: App, deps: Deps): void {
  app.get(
    '/api/admin/replay',
    { config: { repeatedByPage: true }, schema: { tags: ['admin'], response } },
    async (request) => {
      await administrator(request, deps)
      return replays(deps.pool)
    },
  )
}

/** Starts a rebuild beside the live read models. 409 while another runs. */
export function startRebuild(app: App, deps: Deps): void {
  app.post('/api/admin/replay', { schema: { tags: ['admin'], body: reasonBody, response } }, async (request) => {
    const { reason } = request.body
    return change(request, deps, async (client, action) => {
      const started = await beginReplay(client, { reason, startedBy: action.adminId })
      if (!started) throw new ApiError('replay_under_way')
      await recordAdminEvent(client, action, {
        type: 'ReplayStarted',
        data: { generation: started.generation, reason },
      })
    })
  })
}

/** Compares again, at the present position. */
export function compareReplay(app: App, deps: Deps): void {
  app.post('/api/admin/replay/compare', { schema: { tags: ['admin'], response } }, async (request) =>
    change(request, deps, async (client) => {
      if (!(await moveReplay(client, { from: ['ready', 'awaiting_second'], to: 'comparing' })))
        throw new ApiError('replay_not_ready')
    }),
  )
}

/** The first confirmation, or another administrator's second. A sole administrator suffices. */
export function switchReplay(app: App, deps: Deps): void {
  app.post('/api/admin/replay/switch', { schema: { tags: ['admin'], response } }, async (request) =>
    change(request, deps, async (client, { adminId }) => {
      const said = await sayYesToSwitch(client, { adminId, requestId: request.id, now: deps.now })
      if (said.kind === 'refused') throw new ApiError(said.code)
    }),
  )
}

const DISCARDABLE: readonly ReplayState[] = ['building', 'comparing', 'ready', 'awaiting_second']

/** Drops the new generation; the live one is unaffected. */
export function discardReplay(app: App, deps: Deps): void {
  app.post(
    '/api/admin/replay/discard',
    { schema: { tags: ['admin'], body: reasonBody, response } },
    async (request) => {
      const { reason } = request.body
      return change(request, deps, async (client, action) => {
        const discarded = await moveReplay(client, { from: DISCARDABLE, to: 'discarded' })
        if (!discarded) throw new ApiError('replay_not_ready')
        await recordAdminEvent(client, action, {
          type: 'ReplayDiscarded',
          data: { generation: discarded.generation, reason },
        })
      })
    },
  )
}

/** Makes an administrator's change and wakes the worker, which otherwise polls every few seconds. */
async function change(
  request: FastifyRequest,
  deps: Deps,
  make: (client: PoolClient, action: AdminAction) => Promise<void>,
): Promise<Replays> {
  const { id: adminId } = await administrator(request, deps)
  const changed = await deps.once(request, { user: adminId, keyless: true }, request.body, async (client) => {
    await make(client, { request, adminId, deps })
    return replays(client)
  })
  deps.wake('replay')
  return changed
}

/** In turn, because a transaction answers one query at a time. */
async function replays(db: Queryable): Promise<Replays> {
  const live = await liveCheckpoint(db)
  const current = await currentReplay(db)
  const past = await pastReplays(db, PAST)
  const administrators = await countAdministrators(db)
  return {
    live: { generation: live?.generation ?? 0, position: live?.position == null ? null : String(live.position) },
    current: current && !isReplayOver(current.state) ? current : null,
    past,
    secondAdminNeeded: administrators >= 2,
  }
}

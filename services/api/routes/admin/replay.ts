import { z } from 'zod'
import { isReplayOver, replaysReplySchema, type Replays, type ReplayState } from '#contracts/calls/admin.ts'
import { reasonSchema } from '#contracts/events/business-events.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { countAdministrators } from '#accounts/staff.ts'
import { liveCheckpoint } from '#projections/runtime/catch-up/checkpoints.ts'
import {
  currentReplay,
  moveReplay,
  pastReplays,
  startReplay,
  type Also,
} from '#projections/runtime/replay/replay-control.ts'
import { administrator } from '../../guards/access.ts'
import { recordAdminEvent, type AdminAction } from './admin-event.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { sayYesToSwitch } from './say-yes-to-switch.ts'

const PAST = 20
const response = { 200: replaysReplySchema, '4xx': errorSchema }
const config = { keepsAnswer: true }
const reasonBody = z.object({ reason: reasonSchema })

/** The running rebuild: progress and differences. */
export function readReplays(app: App, deps: Deps): void {
  app.get(
    '/api/admin/replay',
    { config: { repeatedByPage: true }, schema: { tags: ['admin'], response } },
    async (request) => {
      await administrator(request, deps)
      return replays(deps)
    },
  )
}

/** Starts a rebuild beside the live read models. 409 while another runs. */
export function beginReplay(app: App, deps: Deps): void {
  app.post(
    '/api/admin/replay',
    { config, schema: { tags: ['admin'], body: reasonBody, response } },
    async (request) => {
      const admin = await administrator(request, deps)
      const { reason } = request.body
      const also = leaving({ request, adminId: admin.id, deps }, (generation) => ({
        type: 'ReplayStarted',
        data: { generation, reason },
      }))
      const started = await startReplay(deps.pool, { kind: 'asked', reason, startedBy: admin.id }, also)
      if (!started) throw new ApiError('replay_under_way')
      return told(deps)
    },
  )
}

/** Compares again, at the present position. */
export function compareReplay(app: App, deps: Deps): void {
  app.post('/api/admin/replay/compare', { config, schema: { tags: ['admin'], response } }, async (request) => {
    await administrator(request, deps)
    if (!(await moveReplay(deps.pool, { from: ['ready', 'awaiting_second'], to: 'comparing' })))
      throw new ApiError('replay_not_ready')
    return told(deps)
  })
}

/** The first confirmation, or another administrator's second. A sole administrator suffices. */
export function switchReplay(app: App, deps: Deps): void {
  app.post('/api/admin/replay/switch', { config, schema: { tags: ['admin'], response } }, async (request) => {
    const admin = await administrator(request, deps)
    const said = await sayYesToSwitch(deps.pool, { adminId: admin.id, requestId: request.id, now: deps.now })
    if (said.kind === 'refused') throw new ApiError(said.code)
    return told(deps)
  })
}

const DISCARDABLE: readonly ReplayState[] = ['building', 'comparing', 'ready', 'awaiting_second']

/** Drops the new generation; the live one is unaffected. */
export function discardReplay(app: App, deps: Deps): void {
  app.post(
    '/api/admin/replay/discard',
    { config, schema: { tags: ['admin'], body: reasonBody, response } },
    async (request) => {
      const admin = await administrator(request, deps)
      const { reason } = request.body
      const also = leaving({ request, adminId: admin.id, deps }, (generation) => ({
        type: 'ReplayDiscarded',
        data: { generation, reason },
      }))
      if (!(await moveReplay(deps.pool, { from: DISCARDABLE, to: 'discarded' }, also)))
        throw new ApiError('replay_not_ready')
      return told(deps)
    },
  )
}

function leaving(
  { request, adminId, deps }: AdminAction,
  eventOf: (generation: number) => Parameters<typeof recordAdminEvent>[2],
): Also {
  return (db, { generation }) => recordAdminEvent(db, { request, adminId, deps }, eventOf(generation))
}

/** Wakes the worker, which otherwise polls every few seconds. */
async function told(deps: Deps): Promise<Replays> {
  deps.wake('replay')
  return replays(deps)
}

async function replays(deps: Deps): Promise<Replays> {
  const [live, current, past, administrators] = await Promise.all([
    liveCheckpoint(deps.pool),
    currentReplay(deps.pool),
    pastReplays(deps.pool, PAST),
    countAdministrators(deps.pool),
  ])
  return {
    live: { generation: live?.generation ?? 0, position: live?.position == null ? null : String(live.position) },
    current: current && !isReplayOver(current.state) ? current : null,
    past,
    secondAdminNeeded: administrators >= 2,
  }
}

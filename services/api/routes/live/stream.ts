import { z } from 'zod'
import { consistencyTokenSchema } from '#contracts/units/ids.ts'
import { LIVE_PATH } from '#contracts/calls/live.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { accountsMovedSince } from '#projections/account-balances/moved-since.ts'
import { liveCheckpoint } from '#projections/runtime/catch-up/checkpoints.ts'
import { signedIn } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { sessionHolds } from '../../session/session-holds.ts'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Otherwise proxies buffer messages.
  'x-accel-buffering': 'no',
} as const

/** The latest after a long absence; the page reloads its lists anyway. */
const RESUMED_MAX = 200

/** C15: server-sent events. */
export function liveStream(app: App, deps: Deps): void {
  app.addHook('preClose', async () => deps.live.close())
  app.get(
    LIVE_PATH,
    // A HEAD request would never end.
    {
      exposeHeadRoute: false,
      schema: {
        tags: ['live'],
        headers: z.object({ 'last-event-id': z.string().max(40).optional() }),
        response: { '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const user = await signedIn(request, deps)
      if (user.role !== 'buyer' && user.role !== 'business') throw new ApiError('forbidden')
      const seen = consistencyTokenSchema.safeParse(request.headers['last-event-id'])
      const { raw } = reply
      // Tills and managers have places of their own.
      const tillId = request.till?.till.tillId ?? request.manager?.staffId
      if (!deps.live.hasRoom(user.id, tillId)) throw new ApiError('too_many_attempts')
      reply.hijack()
      for (const [name, value] of Object.entries(reply.headers(HEADERS).getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      raw.writeHead(200)
      const opened = deps.live.open(
        user.id,
        {
          write: (text) => void (raw.writableEnded || raw.destroyed || raw.write(text)),
          backlogBytes: () => raw.writableLength,
          end: () => void raw.end(),
        },
        sessionHolds(request, deps, user),
        tillId,
      )
      raw.on('close', opened.close)
      if (raw.destroyed) opened.close()
      try {
        // The stream is already subscribed, so commits from here on arrive, at worst twice.
        const position = (await liveCheckpoint(deps.pool))?.position ?? 0n
        if (seen.success) {
          const missed = await accountsMovedSince(deps.pool, {
            userId: user.id,
            as: user.role,
            position: seen.data,
            limit: RESUMED_MAX,
          })
          if (missed.length > 0) opened.moved(position, missed)
        }
        opened.ready(position)
      } catch (error) {
        request.log.warn({ err: error }, 'a live stream could not be opened')
        opened.close()
      }
    },
  )
}

import fp from 'fastify-plugin'
import { CONSISTENCY_STALE, CONSISTENCY_TOKEN, consistencyTokenSchema } from '#contracts/units/ids.ts'
import { ApiError } from '../http/api-error.ts'

/** Longest wait (ms) of a read. */
export const CONSISTENCY_WAIT_MS = 2_000

export type PositionWait = { wait(position: bigint, waitMs: number): Promise<boolean> }

/**
 * Read your own writes: a GET with a write's token waits until the read models contain it, else is marked stale. Calls
 * without a session and positions beyond the log cannot follow a write, so they do not wait.
 */
export const consistency = fp(
  async (app, { positions, endOfLog }: { positions: PositionWait; endOfLog(): Promise<bigint | null> }) => {
    /** The log never shrinks, so one query serves all reads up to this position. */
    let knownEnd = -1n

    async function isInLog(position: bigint): Promise<boolean> {
      if (position > knownEnd) knownEnd = (await endOfLog()) ?? -1n
      return position <= knownEnd
    }

    app.addHook('preHandler', async (request, reply) => {
      const token = request.headers[CONSISTENCY_TOKEN]
      if (request.method !== 'GET' || token === undefined) return
      const position = consistencyTokenSchema.safeParse(token)
      if (!position.success)
        throw new ApiError('invalid_input', {
          issues: [{ path: CONSISTENCY_TOKEN, message: 'Invalid consistency-token' }],
        })
      if (request.session.userId === undefined) return
      const wanted = BigInt(position.data)
      // If the event store is down, the log's end is unknown.
      const reached = (await isInLog(wanted).catch(() => true)) && (await positions.wait(wanted, CONSISTENCY_WAIT_MS))
      if (!reached) reply.header(CONSISTENCY_STALE, 'true')
    })
  },
)

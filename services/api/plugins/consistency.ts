import fp from 'fastify-plugin'
import { CONSISTENCY_STALE, CONSISTENCY_TOKEN, consistencyTokenSchema } from '#contracts/units/ids.ts'
import { ApiError } from '../http/api-error.ts'

/** design.md 3: a reader waits at most this long for the position that it has already seen. */
export const CONSISTENCY_WAIT_MS = 2_000

export type PositionWait = { wait(position: bigint, waitMs: number): Promise<boolean> }

/**
 * Read your own write: a GET that carries the token of an earlier write is answered from read models that contain it.
 * Where they do not arrive in time the answer comes all the same, marked as stale, so that a screen is never blank.
 * Nobody waits who is not signed in, nor for a position beyond the log: neither can be of an earlier write.
 */
export const consistency = fp(
  async (app, { positions, endOfLog }: { positions: PositionWait; endOfLog(): Promise<bigint | null> }) => {
    /** The log never gets shorter, so one question to the store does for every read behind it. */
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
      // While the store is away nothing is known of its end.
      const reached = (await isInLog(wanted).catch(() => true)) && (await positions.wait(wanted, CONSISTENCY_WAIT_MS))
      if (!reached) reply.header(CONSISTENCY_STALE, 'true')
    })
  },
)

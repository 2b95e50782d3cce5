/**
 * Waits until the live read models have reached a position, to read one's own writes. One connection listens to the
 * NOTIFY of each commit for all waiters.
 */
import type { Client } from 'pg'
import { listenToPostgres } from '#platform/postgres/postgres-listener.ts'
import { READ_MODELS } from '#platform/postgres/read-models.ts'
import { CHECKPOINT_CHANNEL, CHECKPOINT_CHANNEL_BESIDE, liveCheckpoint } from '../catch-up/checkpoints.ts'

/** Polling interval that also covers lost notifications. */
const HEARTBEAT_MS = 5_000

export interface PositionWaiter {
  /** True once the read models include `position`; false after `waitMs`. Never throws. */
  wait(position: bigint, waitMs: number): Promise<boolean>
  close(): Promise<void>
}

type Waiting = { position: bigint; settle: (reached: boolean) => void }

export function createPositionWaiter({
  databaseUrl,
  definitions = READ_MODELS,
}: {
  databaseUrl: string
  definitions?: string
}): PositionWaiter {
  const waiting = new Set<Waiting>()
  let live: { generation: number; position: bigint | null } | undefined

  const reached = (position: bigint): boolean => live?.position != null && live.position >= position

  function hear(generation: number, position: bigint | null): void {
    live = { generation, position }
    for (const waiter of waiting) if (reached(waiter.position)) waiter.settle(true)
  }

  async function askWith(asked: Client): Promise<void> {
    const checkpoint = await liveCheckpoint(asked, definitions)
    // A later notification may have arrived before this response.
    if (!checkpoint) return
    const { generation, position } = checkpoint
    if (live?.generation === generation && live.position !== null && (position === null || position < live.position))
      return
    hear(generation, position)
  }

  const listener = listenToPostgres({
    databaseUrl,
    channels: [CHECKPOINT_CHANNEL, CHECKPOINT_CHANNEL_BESIDE],
    name: 'hatik-await-position',
    heartbeatMs: HEARTBEAT_MS,
    onNotice(payload) {
      const [generation, position, of] = payload.split(':')
      if (!generation || !position) return
      // A version before 0061 does not say whose generation it commits to.
      const isOwn = of === undefined ? live?.generation === Number(generation) : of === definitions
      if (!isOwn) return
      hear(Number(generation), position === '-1' ? null : BigInt(position))
    },
    ask: askWith,
  })

  return {
    wait(position, waitMs) {
      if (reached(position)) return Promise.resolve(true)
      return new Promise((resolve) => {
        const timer = setTimeout(() => waiter.settle(false), waitMs)
        const waiter: Waiting = {
          position,
          settle: (answer) => {
            clearTimeout(timer)
            waiting.delete(waiter)
            resolve(answer)
          },
        }
        waiting.add(waiter)
      })
    },

    async close() {
      for (const waiter of waiting) waiter.settle(false)
      await listener.close()
    },
  }
}

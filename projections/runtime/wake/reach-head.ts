import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { liveCheckpoint } from '../catch-up/checkpoints.ts'

const LOOK_EVERY_MS = 50

/** Polls until the live read models include `head`, also within the caller's transaction. Throws after `waitMs`. */
export async function reachHead(db: Queryable, head: bigint | null, waitMs: number): Promise<void> {
  if (head === null) return
  const endsAt = performance.now() + waitMs
  for (;;) {
    const position = (await liveCheckpoint(db))?.position ?? null
    if (position !== null && position >= head) return
    if (performance.now() >= endsAt)
      throw new Error(`The read models are behind: at ${position ?? 'the start'}, while the log ends at ${head}`)
    await sleep(LOOK_EVERY_MS)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { sqlState, type PoolClient } from '#platform/postgres/postgres.ts'
import { showGenerationSql } from './generations.ts'
import { atLivePosition, type Rebuild } from '../catch-up/same-position.ts'

/**
 * How long the switch waits for the views while everybody who reads them waits behind it. It has to stay below PostgreSQL's
 * deadlock_timeout (1 s): where a reader holds one view and wants another, it is the switch that gives way, and no read fails.
 */
const VIEWS_WAIT_MS = 200
const RETRY_WAIT_MS = 100
const TRIES = 300

/**
 * Lets a rebuilt generation serve, in one transaction: it stands where the live one stands or further on, the views change over together, and whoever
 * reads in that moment reads all of the old or all of the new. `also` writes in the same transaction.
 */
export async function switchTo(
  rebuild: Rebuild,
  also: (client: PoolClient) => Promise<void> = async () => {},
): Promise<{ retired: number }> {
  const { generation, readModels, signal } = rebuild
  for (let tries = 1; ; tries += 1) {
    try {
      return await atLivePosition(rebuild, { orAhead: true }, async (client, live) => {
        await client.query(`SET LOCAL lock_timeout = ${VIEWS_WAIT_MS}; ${showGenerationSql(generation, readModels)}`)
        await also(client)
        return { retired: live.generation }
      })
    } catch (error) {
      if (tries >= TRIES || signal?.aborted || !isLockWait(error)) throw error
      // Not in step with whoever reads at a fixed beat.
      await sleep(RETRY_WAIT_MS * (0.5 + Math.random()))
    }
  }
}

function isLockWait(error: unknown): boolean {
  const state = sqlState(error)
  return state === '55P03' || state === '40P01'
}

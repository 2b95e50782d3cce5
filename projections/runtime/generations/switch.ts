import { setTimeout as sleep } from 'node:timers/promises'
import { sqlState, type PoolClient } from '#platform/postgres/postgres.ts'
import { showGenerationSql, showToEarlierSql } from './generations.ts'
import { atLivePosition, type Rebuild } from '../catch-up/aligned-generations.ts'

/**
 * Lock timeout (ms) while readers queue behind the switch. Below PostgreSQL's deadlock_timeout (1 s), so that in a
 * deadlock the switch fails, not a reader.
 */
const VIEWS_WAIT_MS = 200
const RETRY_WAIT_MS = 100
const TRIES = 300

/**
 * Makes a rebuilt generation live in one transaction, so that concurrent reads see all of the old or all of the new.
 * `also` writes in the same transaction.
 */
export async function switchTo(
  rebuild: Rebuild,
  also: (client: PoolClient) => Promise<void> = async () => {},
): Promise<{ retired: number }> {
  const { generation, readModels, definitions, signal } = rebuild
  for (let tries = 1; ; tries += 1) {
    try {
      return await atLivePosition(rebuild, { orAhead: true }, async (client, live) => {
        const isShared = 'SELECT FROM projection_generations WHERE generation = $1 AND live'
        const { rowCount: earlier } = await client.query(isShared, [live.generation])
        await client.query(
          `SET LOCAL lock_timeout = ${VIEWS_WAIT_MS};
           ${earlier === 0 ? '' : showToEarlierSql(generation, readModels)} ${showGenerationSql(generation, readModels, definitions)}`,
        )
        await also(client)
        return { retired: live.generation }
      })
    } catch (error) {
      if (tries >= TRIES || signal?.aborted || !isLockWait(error)) throw error
      // Random, to avoid resonance with periodic readers.
      await sleep(RETRY_WAIT_MS * (0.5 + Math.random()))
    }
  }
}

function isLockWait(error: unknown): boolean {
  const state = sqlState(error)
  return state === '55P03' || state === '40P01'
}

/**
 * Divides shards among workers: each holds the advisory locks of about as many as the others. Only speed depends on it,
 * because the row lock on a shard's checkpoint lets one worker at a time write it.
 */
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'

const LOCK = 7_301_069
/** Held by every worker, so that they can be counted; above any shard's number. */
const PRESENT = 1_000
const LOOK_EVERY_MS = 1_000
/** Ms after which the locks of a frozen worker are free; longer than a batch takes. */
const FROZEN_MS = 30_000

export type Leases = {
  /** The shards that this process is to write. Throws if PostgreSQL is down. */
  hold(shards: number): Promise<ReadonlySet<number>>
  /** Frees the locks at once. */
  close(): Promise<void>
}

export function createLeases(pool: Pool): Leases {
  const held = new Set<number>()
  let client: PoolClient | undefined
  let looked = { shards: 0, at: -Infinity }

  return {
    async hold(shards) {
      if (client && looked.shards === shards && performance.now() - looked.at < LOOK_EVERY_MS) return held
      try {
        client ??= await begun(await pool.connect())
        await share(client, shards)
        looked = { shards, at: performance.now() }
        return held
      } catch (error) {
        drop(error as Error)
        throw error
      }
    },
    async close() {
      await client?.query('SELECT pg_advisory_unlock_all()').catch(() => {})
      drop(new Error('closed'))
    },
  }

  /** The pool must not keep a connection with locks. */
  function drop(error: Error): void {
    held.clear()
    client?.release(error)
    client = undefined
  }

  async function share(db: PoolClient, shards: number): Promise<void> {
    const { rows } = await db.query<{ workers: number }>(
      `SELECT count(*) AS workers FROM pg_locks
       WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND objsubid = 2 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LOCK, PRESENT],
    )
    const most = Math.ceil(shards / Math.max(rows[0]!.workers, 1))
    for (const shard of [...held].reverse()) {
      if (shard < shards && held.size <= most) continue
      await db.query('SELECT pg_advisory_unlock($1, $2)', [LOCK, shard])
      held.delete(shard)
    }
    for (let shard = 0; shard < shards && held.size < most; shard += 1) {
      if (held.has(shard)) continue
      const { rows: tried } = await db.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
        LOCK,
        shard,
      ])
      if (tried[0]!.taken) held.add(shard)
    }
  }

  async function begun(opened: PoolClient): Promise<PoolClient> {
    try {
      await opened.query(`SET idle_session_timeout = ${FROZEN_MS}`)
      await opened.query('SELECT pg_advisory_lock_shared($1, $2)', [LOCK, PRESENT])
      return opened
    } catch (error) {
      opened.release(error as Error)
      throw error
    }
  }
}

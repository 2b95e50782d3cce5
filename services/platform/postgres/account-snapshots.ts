import { setTimeout as sleep } from 'node:timers/promises'
import { SNAPSHOT_VERSION, type Snapshot, type Snapshots } from '#ledger/snapshot.ts'
import type { Pool, Queryable } from './postgres.ts'

/** Without an answer by then a command goes on without a snapshot. */
const ANSWER_MS = 500

export function readSnapshots(pool: Pool): Snapshots {
  async function find(stream: string): Promise<Snapshot | undefined> {
    const { rows } = await pool.query<Snapshot>(
      `SELECT revision, last_event_id AS "lastEventId", head, awards, commands
       FROM account_snapshots WHERE stream = $1 AND version = $2`,
      [stream, SNAPSHOT_VERSION],
    )
    return rows[0]
  }
  return {
    read(stream) {
      const late = sleep(ANSWER_MS, undefined, { ref: false }).then(() => {
        throw new Error('A snapshot was not read in time')
      })
      return Promise.race([find(stream), late])
    },
  }
}

/** Replaces the account's, and drops those of versions that no neighbour of this release reads. */
export async function writeSnapshot(db: Queryable, stream: string, snapshot: Snapshot): Promise<void> {
  const { revision, lastEventId, head, awards, commands } = snapshot
  await db.query(
    `INSERT INTO account_snapshots (stream, version, revision, last_event_id, head, awards, commands)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (stream, version) DO UPDATE
     SET revision = excluded.revision, last_event_id = excluded.last_event_id, head = excluded.head,
       awards = excluded.awards, commands = excluded.commands`,
    [stream, SNAPSHOT_VERSION, revision, lastEventId, head, awards, commands],
  )
  await db.query('DELETE FROM account_snapshots WHERE stream = $1 AND version < $2', [stream, SNAPSHOT_VERSION - 1])
}

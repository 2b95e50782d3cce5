/**
 * Handles schema drift: if the live generation's tables differ from those of this code, which cannot write them, a new
 * generation is built and made live before this process projects. Meanwhile the old one serves unchanged; queries that
 * need new tables get "busy" (services/api/outage.ts).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'
import { liveCheckpoint } from '../catch-up/checkpoints.ts'
import { generationSchema } from './generation-schema.ts'
import type { ReadModel } from './read-model.ts'
import { currentReplay, moveReplay, startReplay } from '../replay/replay-control.ts'
import type { ReplayRunner } from '../replay/replay-runner.ts'

const SKETCH = 'read_shape_of_today'
const LOOK_AGAIN_MS = 500

export async function hasCurrentSchema(pool: Pool, readModels: readonly ReadModel[]): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const live = await liveCheckpoint(client)
    if (!live) return true
    await client.query(`CREATE SCHEMA ${SKETCH}; ${readModels.map((readModel) => readModel.ddl(SKETCH)).join('\n')}`)
    return (await describe(client, SKETCH)) === (await describe(client, generationSchema(live.generation)))
  } finally {
    await client.query('ROLLBACK').catch(() => {})
    client.release()
  }
}

/** Tables, columns and indexes of a schema as text, without its name. */
async function describe(db: Queryable, schema: string): Promise<string> {
  const { rows } = await db.query<{ line: string }>(
    `SELECT format('%s.%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) AS line
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND c.relkind = 'r'
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = $1`,
    [schema],
  )
  return rows
    .map(({ line }) => line.replaceAll(`${schema}.`, ''))
    .sort()
    .join('\n')
}

/** Discards a requested replay, which has the old tables. */
export async function bringToCurrentSchema(
  pool: Pool,
  readModels: readonly ReadModel[],
  { runner, signal, onStart }: { runner: ReplayRunner; signal: AbortSignal; onStart: () => void },
): Promise<void> {
  let told = false
  while (!signal.aborted && !(await hasCurrentSchema(pool, readModels))) {
    if (!told) onStart()
    told = true
    const current = await currentReplay(pool)
    if (current?.kind === 'asked') await moveReplay(pool, { from: [current.state], to: 'discarded' })
    if (current?.kind !== 'upgrade')
      await startReplay(pool, {
        kind: 'upgrade',
        reason: 'The tables of the read models have changed',
        startedBy: null,
      })
    const did = await runner.run()
    if (did !== 'worked' || (await currentReplay(pool))) await sleep(LOOK_AGAIN_MS)
  }
}

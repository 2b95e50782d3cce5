/**
 * Checkpoints of a live generation that is written in shards, in the table `shards` of its schema (decision 69). Without
 * rows there, the generation is written whole. Its own checkpoint is that of the shard furthest behind.
 */
import { sqlState, type PoolClient, type Queryable } from '#platform/postgres/postgres.ts'
import type { Part } from '../catch-up/catch-up.ts'
import { LOG_ENDS_BEFORE } from '../catch-up/blocked.ts'
import { BEGIN, isLive, noticeOf, notifySql, type Checkpoint } from '../catch-up/checkpoints.ts'
import { generationSchema } from '../generations/generation-schema.ts'
import { asTheirOwner } from '../generations/generations.ts'
import { batchOfShard, type ShardId } from './shard-of.ts'

/** SQLSTATE where rows are written whole, as by a worker that does not know of the shards. */
const WRITTEN_IN_SHARDS = 'HK003'
/** The generation has been dropped: undefined table, undefined schema. */
const DROPPED = ['42P01', '3F000']

/** Lets a transaction write rows of a generation in shards. */
export const WRITES_SHARDS = `SET LOCAL hatik.shards = 'on';`

/** The generation is divided in another way than this process knows. */
export class OtherShards extends Error {
  override readonly name = 'OtherShards'
}

export const areOtherShards = (error: unknown): boolean =>
  error instanceof OtherShards || [WRITTEN_IN_SHARDS, ...DROPPED].includes(sqlState(error) ?? '')

/** `position`: -1 before the first event. */
export type Shard = ShardId & { position: bigint; events: number }

async function hasTable(db: Queryable, generation: number): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    `${generationSchema(generation)}.shards`,
  ])
  return rows[0]!.found
}

/** In order; empty if the generation is written whole. `lock`: until the end of the transaction. */
export async function listShards(db: Queryable, generation: number, { lock = false } = {}): Promise<Shard[]> {
  if (!(await hasTable(db, generation))) return []
  const { rows } = await db.query<Omit<Shard, 'position'> & { position: string }>(
    `SELECT shard, shards, position::text AS position, events FROM ${generationSchema(generation)}.shards
     ORDER BY shard ${lock ? 'FOR UPDATE' : ''}`,
  )
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }))
}

export const highest = (shards: readonly Shard[]): bigint =>
  shards.reduce((most, { position }) => (position > most ? position : most), -1n)

/** SQL: whether the generation in the row `live` may be in shards. */
export const mayBeInShards = (live: string): string =>
  `to_regclass('read_g' || ${live}.generation || '.shards') IS NOT NULL`

/** SQL of the position that the rows of `business` have: that of its shard, if there are any. */
export const positionSql = (generation: number, live: string, business: string): string =>
  `coalesce((SELECT nullif(position, -1) FROM ${generationSchema(generation)}.shards WHERE shard = ${business} % shards), ${live}.position)`

/**
 * Writes the shards' checkpoints anew, all at `position`; with one, the generation is written whole from here on. Run
 * with the generation and its shards locked.
 */
export async function divide(
  client: PoolClient,
  generation: number,
  { shards, position, events }: { shards: number; position: bigint; events: number },
): Promise<void> {
  const schema = generationSchema(generation)
  if (!(await hasTable(client, generation))) {
    if (shards === 1) return
    await client.query(asTheirOwner(tablesSql(schema)))
  }
  const isWhole = shards === 1
  await client.query(`
    DELETE FROM ${schema}.shards;
    ${isWhole ? '' : `INSERT INTO ${schema}.shards SELECT shard, ${shards}, ${position}, CASE shard WHEN 0 THEN ${events} ELSE 0 END FROM generate_series(0, ${shards - 1}) AS shard;`}
    ${GUARDED.map((table) => `ALTER TABLE ${schema}.${table} ${isWhole ? 'DISABLE' : 'ENABLE'} TRIGGER written_in_shards;`).join('\n')}
    UPDATE projection_generations SET position = ${position === -1n ? 'NULL' : position}, events = ${events}, stopped_by = ${stopBeyond(position)}
      WHERE generation = ${generation};
    ${notifySql(generation)}`)
}

/** SQL: what stops the generation, unless it is before a position that all shards have reached. */
const stopBeyond = (position: bigint | string): string =>
  `CASE WHEN stopped_by ->> 'type' = '${LOG_ENDS_BEFORE}' OR (stopped_by ->> 'position')::bigint > ${position} THEN stopped_by END`

/** Each event is a row of one of these, and whatever else it changes is written after. */
const GUARDED = ['account_balances', 'business_history'] as const

/** The triggers refuse workers that write whole batches, also those of versions that know no shards. */
const tablesSql = (schema: string): string => `
    CREATE TABLE ${schema}.shards (
      shard integer PRIMARY KEY, shards integer NOT NULL, position bigint NOT NULL, events bigint NOT NULL
    ) WITH (fillfactor = 50);
    CREATE FUNCTION ${schema}.refuse_whole_batch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the read models are written in shards' USING ERRCODE = '${WRITTEN_IN_SHARDS}';
    END
    $$;
    ${GUARDED.map(
      (table) => `
    CREATE TRIGGER written_in_shards BEFORE INSERT ON ${schema}.${table} FOR EACH STATEMENT
      WHEN (coalesce(current_setting('hatik.shards', true), '') <> 'on') EXECUTE FUNCTION ${schema}.refuse_whole_batch();`,
    ).join('')}`

/** How a catch-up writes one shard. `onLowest`: the generation's checkpoint after each commit. */
export function shardPart(
  generation: number,
  id: ShardId,
  { definitions, onLowest }: { definitions?: string; onLowest: (position: bigint) => void },
): Part {
  const table = `${generationSchema(generation)}.shards`
  return {
    batchOf: (found, until) => batchOfShard(found, until, id),

    async lock(client) {
      // The second query sees what the first has waited for: a switch of generations, or other shards.
      const results = (await client.query(`
        ${BEGIN} ${WRITES_SHARDS}
        SELECT FROM ${table} WHERE shard = ${id.shard} FOR UPDATE;
        SELECT live.generation, live.definitions, true AS live, true AS "isKept", shard.position::text AS position,
          shard.events, live.stopped_by AS "stoppedBy"
        FROM ${table} AS shard JOIN projection_generations AS live ON live.generation = ${generation} AND ${isLive(definitions)}
        WHERE shard.shard = ${id.shard} AND shard.shards = ${id.shards} FOR UPDATE OF shard`)) as unknown as {
        rows: (Omit<Checkpoint, 'position'> & { position: string })[]
      }[]
      const row = results.at(-1)?.rows[0]
      if (!row) throw new OtherShards(`Generation ${generation} is not live in ${id.shards} shards`)
      return { ...row, position: row.position === '-1' ? null : BigInt(row.position) }
    },

    async moveAndCommit(client, _checkpoint, { position, events }) {
      const results = (await client.query(`
        UPDATE ${table} SET position = ${position}, events = events + ${events} WHERE shard = ${id.shard};
        COMMIT;
        ${advanceSql(generation)}`)) as unknown as { rows: { position: string }[] }[]
      onLowest(BigInt(results.at(-1)?.rows[0]?.position ?? -1))
    },
  }
}

/**
 * Moves the generation's checkpoint to that of the shard furthest behind, and tells waiters. In a transaction after the
 * shard's own: of shards that commit together, the later one sees both. Only forwards.
 */
export const advanceSql = (generation: number): string => `
        WITH moved AS (
          UPDATE projection_generations AS own
          SET position = lowest.position, events = lowest.events, stopped_by = ${stopBeyond('lowest.position')}
          FROM (SELECT min(position) AS position, sum(events)::bigint AS events FROM ${generationSchema(generation)}.shards) AS lowest
          WHERE own.generation = ${generation} AND own.serving AND lowest.position > coalesce(own.position, -1)
          RETURNING own.*
        ) SELECT ${noticeOf('moved')} FROM moved;
        SELECT coalesce(position, -1)::text AS position FROM projection_generations WHERE generation = ${generation}`

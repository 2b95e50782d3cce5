/**
 * Generations of the read models. Each has a schema `read_g<N>` and the fingerprint of the definitions that built it.
 * For each fingerprint one generation is live: views in `read_<fingerprint>` point at it. A new generation is built
 * beside it and switched to in one transaction.
 * The column `live` and the views in `read` are for versions before 0061, which know one generation for all.
 */
import type { Queryable } from '#platform/postgres/postgres.ts'
import { fingerprint, READ_MODELS, viewsSchema } from '#platform/postgres/read-models.ts'
import { isLive, notifySql } from '../catch-up/checkpoints.ts'
import { generationSchema } from './generation-schema.ts'
import type { ReadModel } from './read-model.ts'

export function emptyTablesSql(generation: number, readModels: readonly ReadModel[]): string {
  const schema = generationSchema(generation)
  return asTheirOwner(`
    CREATE SCHEMA ${schema};
    ${readModels.map((readModel) => readModel.ddl(schema)).join('\n')}`)
}

/**
 * Creates objects as the owner of the views, so that the worker's role can use generations built by the database owner
 * (decision 41). Run in one transaction.
 */
export function asTheirOwner(statements: string): string {
  return `
    SELECT set_config('role', pg_get_userbyid(nspowner), true) FROM pg_namespace
      WHERE nspname = 'read' AND pg_get_userbyid(nspowner) <> current_user AND pg_has_role(nspowner, 'MEMBER')
        AND has_database_privilege(nspowner, current_database(), 'CREATE');
    ${statements}
    RESET ROLE;`
}

/** Resets a generation to the start of the log. Call in a transaction; throws if it is live or does not exist. */
export async function emptyGeneration(
  db: Queryable,
  generation: number,
  readModels: readonly ReadModel[],
): Promise<void> {
  const { rowCount } = await db.query(
    'UPDATE projection_generations SET position = NULL, events = 0, stopped_by = NULL WHERE generation = $1 AND NOT serving AND NOT live',
    [generation],
  )
  if (rowCount !== 1) throw new Error(`Generation ${generation} is active or does not exist`)
  await db.query(
    `DROP SCHEMA IF EXISTS ${generationSchema(generation)} CASCADE; ${emptyTablesSql(generation, readModels)}`,
  )
}

/** Quoted, so that the pool leaves the schema's name as it is (withViews). */
const viewsSql = (schema: string, generation: number, readModels: readonly ReadModel[]): string => `
    DROP SCHEMA IF EXISTS "${schema}" CASCADE;
    CREATE SCHEMA "${schema}";
    ${readModels.map(({ table }) => `CREATE VIEW "${schema}".${table} AS SELECT * FROM ${generationSchema(generation)}.${table};`).join('\n')}`

/** Points the views that versions before 0061 read at a generation. Run in one transaction. */
export function showToEarlierSql(generation: number, readModels: readonly ReadModel[]): string {
  return `
    ${asTheirOwner(viewsSql('read', generation, readModels))}
    UPDATE projection_generations SET live = false WHERE live;
    UPDATE projection_generations SET live = true WHERE generation = ${generation};`
}

/** Points the views of its definitions at a generation and notifies waiters. Run in one transaction. */
export function showGenerationSql(
  generation: number,
  readModels: readonly ReadModel[],
  definitions: string = READ_MODELS,
): string {
  return `
    ${asTheirOwner(viewsSql(viewsSchema(definitions), generation, readModels))}
    UPDATE projection_generations SET serving = false WHERE ${isLive(definitions)};
    UPDATE projection_generations SET serving = true, definitions = '${definitions}' WHERE generation = ${generation};
    ${notifySql(generation)}`
}

/**
 * Reserves the next number. Numbers are never reused, even of discarded generations. The builder creates the tables,
 * because requesters may lack the right (decision 41).
 */
export async function nameGeneration(db: Queryable, definitions: string = READ_MODELS): Promise<number> {
  const { rows } = await db.query<{ generation: number }>(
    `INSERT INTO projection_generations (generation, live, definitions)
     SELECT greatest((SELECT max(generation) FROM projection_generations), (SELECT max(generation) FROM replays), 0) + 1, false, $1
     RETURNING generation`,
    [fingerprint(definitions)],
  )
  return rows[0]!.generation
}

export async function makeTables(db: Queryable, generation: number, readModels: readonly ReadModel[]): Promise<void> {
  const found = await db.query('SELECT FROM pg_namespace WHERE nspname = $1', [generationSchema(generation)])
  // A simple query is one transaction: all tables or none.
  if (found.rowCount === 0) await db.query(emptyTablesSql(generation, readModels))
}

export async function createGeneration(db: Queryable, readModels: readonly ReadModel[]): Promise<number> {
  const generation = await nameGeneration(db)
  await makeTables(db, generation, readModels)
  return generation
}

/** Atomic. */
export async function showGeneration(
  db: Queryable,
  generation: number,
  readModels: readonly ReadModel[],
): Promise<void> {
  await db.query(
    `SET LOCAL lock_timeout = 5000; ${showToEarlierSql(generation, readModels)} ${showGenerationSql(generation, readModels)}`,
  )
}

/** Throws if it is live or does not exist. */
export async function dropGeneration(db: Queryable, generation: number): Promise<void> {
  const { rowCount } = await db.query(
    'DELETE FROM projection_generations WHERE generation = $1 AND NOT live AND NOT serving',
    [generation],
  )
  if (rowCount !== 1) throw new Error(`Generation ${generation} is active or does not exist`)
  await db.query(`DROP SCHEMA ${generationSchema(generation)} CASCADE`)
}

export type TableDigest = { table: string; rows: number; hash: string }

/** Order-independent hashes; equal for generations at the same position. */
export async function digestGeneration(
  db: Queryable,
  generation: number,
  readModels: readonly ReadModel[],
): Promise<TableDigest[]> {
  const schema = generationSchema(generation)
  const digests: TableDigest[] = []
  for (const { table } of readModels) {
    const { rows } = await db.query<{ rows: number; hash: string }>(
      `SELECT count(*) AS rows, coalesce(sum(hashtextextended(line::text, 0)::numeric), 0)::text AS hash FROM ${schema}.${table} AS line`,
    )
    digests.push({ table, rows: rows[0]?.rows ?? 0, hash: rows[0]?.hash ?? '0' })
  }
  return digests
}

/** From this many rows on, PostgreSQL's estimate is used instead of a scan. */
const COUNTED_BELOW = 100_000

export async function countRows(
  db: Queryable,
  generation: number,
  readModels: readonly ReadModel[],
): Promise<{ table: string; rows: number }[]> {
  const schema = generationSchema(generation)
  // -1 if the table was never analysed.
  const { rows } = await db.query<{ table: string; rows: number }>(
    'SELECT relname AS table, reltuples::int8 AS rows FROM pg_class WHERE relnamespace = $1::regnamespace',
    [schema],
  )
  const estimated = new Map(rows.map((each) => [each.table, each.rows]))
  const counted: { table: string; rows: number }[] = []
  for (const { table } of readModels) {
    const estimate = estimated.get(table) ?? -1
    counted.push({ table, rows: estimate >= COUNTED_BELOW ? estimate : await countTable(db, `${schema}.${table}`) })
  }
  return counted
}

async function countTable(db: Queryable, table: string): Promise<number> {
  return (await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n ?? 0
}

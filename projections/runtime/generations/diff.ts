/** Compares two generations row by row in one snapshot; the rebuilt one is right. */
import type { DiffSample, TableDiff } from '#contracts/calls/staff/admin.ts'
import { maskCode } from '#contracts/units/codes.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { generationSchema } from './generation-schema.ts'
import type { ReadModel } from './read-model.ts'

const SAMPLES = 20

/** Codes are compared whole but masked in the stored diff (H13). */
const CODES: Readonly<Record<string, string>> = { redemptions: 'code' }

type Shape = { columns: string[]; types: Map<string, string>; key: string[] }

/** Requires a snapshot with both generations at the same position. */
export async function diffGenerations(
  db: Queryable,
  { live, rebuilt }: { live: number; rebuilt: number },
  readModels: readonly ReadModel[],
): Promise<TableDiff[]> {
  const tables: TableDiff[] = []
  for (const { table } of readModels)
    tables.push(await diffTable(db, table, generationSchema(live), generationSchema(rebuilt)))
  return tables
}

async function diffTable(db: Queryable, table: string, live: string, rebuilt: string): Promise<TableDiff> {
  const after = await shapeOf(db, rebuilt, table)
  const before = await shapeOf(db, live, table)
  if (before.columns.length === 0 || before.key.join() !== after.key.join()) {
    const { rows } = await db.query<{ count: number }>(`SELECT count(*) AS count FROM ${rebuilt}.${table}`)
    const note = before.columns.length === 0 ? ('new_read_model' as const) : ('shape_changed' as const)
    return { table, equal: 0, changed: 0, missing: rows[0]?.count ?? 0, extra: 0, samples: [], note }
  }
  const common = after.columns.filter((column) => before.types.get(column) === after.types.get(column))
  const sameShape = common.length === after.columns.length && common.length === before.columns.length
  const join = `${live}.${table} AS was FULL JOIN ${rebuilt}.${table} AS now ON ${after.key.map((key) => `was.${key} = now.${key}`).join(' AND ')}`
  const row = (side: string) => `ROW(${common.map((column) => `${side}.${column}`).join(', ')})`
  const [first] = after.key
  const differs = `${row('was')} IS DISTINCT FROM ${row('now')}`
  const { rows } = await db.query<Omit<TableDiff, 'table' | 'samples' | 'note'>>(`
    SELECT count(*) FILTER (WHERE was.${first} IS NULL) AS missing, count(*) FILTER (WHERE now.${first} IS NULL) AS extra,
      count(*) FILTER (WHERE was.${first} IS NOT NULL AND now.${first} IS NOT NULL AND ${differs}) AS changed,
      count(*) FILTER (WHERE NOT (${differs})) AS equal
    FROM ${join}`)
  const counts = rows[0] ?? { equal: 0, changed: 0, missing: 0, extra: 0 }
  const any = counts.changed + counts.missing + counts.extra > 0
  const samples = any ? await samplesOf(db, { join, differs, key: after.key, common, code: CODES[table] }) : []
  return { table, ...counts, samples, note: sameShape ? null : 'shape_changed' }
}

async function samplesOf(
  db: Queryable,
  {
    join,
    differs,
    key,
    common,
    code,
  }: { join: string; differs: string; key: string[]; common: string[]; code: string | undefined },
): Promise<DiffSample[]> {
  const shown = (column: string, value: string | null | undefined) =>
    column === code && typeof value === 'string' ? maskCode(value) : (value ?? null)
  const asTexts = (side: string) => `(SELECT json_object_agg(key, value) FROM jsonb_each_text(to_jsonb(${side})))`
  const { rows } = await db.query<{
    was: Record<string, string | null> | null
    now: Record<string, string | null> | null
  }>(`
    SELECT CASE WHEN was.${key[0]} IS NOT NULL THEN ${asTexts('was')} END AS was, CASE WHEN now.${key[0]} IS NOT NULL THEN ${asTexts('now')} END AS now
    FROM ${join} WHERE ${differs} ORDER BY ${key.map((column) => `coalesce(was.${column}, now.${column})`).join(', ')} LIMIT ${SAMPLES}`)
  return rows.map(({ was, now }) => ({
    kind: was === null ? 'missing' : now === null ? 'extra' : 'changed',
    key: Object.fromEntries(key.map((column) => [column, (now ?? was)?.[column] ?? ''])),
    differences: common
      .filter((column) => !key.includes(column) && (was?.[column] ?? null) !== (now?.[column] ?? null))
      .map((column) => ({ column, live: shown(column, was?.[column]), rebuilt: shown(column, now?.[column]) })),
  }))
}

/** Without columns if the table does not exist. */
async function shapeOf(db: Queryable, schema: string, table: string): Promise<Shape> {
  const columns = await db.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [`${schema}.${table}`],
  )
  const key = await db.query<{ name: string }>(
    `SELECT a.attname AS name FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
     WHERE i.indrelid = to_regclass($1) AND i.indisprimary ORDER BY k.place`,
    [`${schema}.${table}`],
  )
  return {
    columns: columns.rows.map(({ name }) => name),
    types: new Map(columns.rows.map(({ name, type }) => [name, type])),
    key: key.rows.map(({ name }) => name),
  }
}

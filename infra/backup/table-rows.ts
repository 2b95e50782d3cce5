/** Rows of PostgreSQL by COPY, which keeps every value as it is. */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { NOT_ROWS, type TableRows } from './sections.ts'

export type Sequences = Record<string, number>

const name = pg.escapeIdentifier
const listed = ({ table, columns }: TableRows): string => `public.${name(table)} (${columns.map(name).join(', ')})`

/** Without columns that PostgreSQL computes. */
export async function tablesOf(client: pg.Client): Promise<TableRows[]> {
  const { rows } = await client.query<TableRows>(
    `SELECT relname::text AS "table", array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' AND relname <> ALL ($1)
     GROUP BY relname ORDER BY relname`,
    [NOT_ROWS],
  )
  return rows
}

export function rowsOf(client: pg.Client, table: TableRows): Readable {
  return client.query(copyTo(`COPY ${listed(table)} TO STDOUT`))
}

export async function writeRows(client: pg.Client, table: TableRows, content: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(content, client.query(copyFrom(`COPY ${listed(table)} FROM STDIN`)))
}

/** Read after the rows: a sequence is in no snapshot and must not be behind an id. */
export async function sequencesOf(client: pg.Client): Promise<Sequences> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL AND sequencename NOT LIKE 'knex%'`,
  )
  return Object.fromEntries(rows.map(({ name: sequence, last }) => [sequence, Number(last)]))
}

export async function setSequences(client: pg.Client, sequences: Sequences): Promise<void> {
  for (const [sequence, last] of Object.entries(sequences))
    await client.query('SELECT setval($1::regclass, $2)', [`public.${name(sequence)}`, last])
}

/**
 * Empties the tables of what migrations wrote, and returns the work that makes them whole again. In between, rows may be
 * written in any order and no trigger acts on them. All within the caller's transaction.
 */
export async function openTables(client: pg.Client, tables: readonly TableRows[]): Promise<() => Promise<void>> {
  const names = tables.map(({ table }) => table)
  const { rows: keys } = await client.query<{ table: string; key: string; definition: string }>(
    `SELECT relname::text AS "table", conname::text AS key, pg_get_constraintdef(pg_constraint.oid) AS definition
     FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype = 'f' AND conparentid = 0 AND relnamespace = 'public'::regnamespace AND relname = ANY ($1)`,
    [names],
  )
  for (const { table, key } of keys)
    await client.query(`ALTER TABLE public.${name(table)} DROP CONSTRAINT ${name(key)}`)
  for (const table of names) await client.query(`ALTER TABLE public.${name(table)} DISABLE TRIGGER USER`)
  await client.query(`TRUNCATE ${names.map((table) => `public.${name(table)}`).join(', ')}`)
  return async () => {
    for (const table of names) await client.query(`ALTER TABLE public.${name(table)} ENABLE TRIGGER USER`)
    for (const { table, key, definition } of keys)
      await client.query(`ALTER TABLE public.${name(table)} ADD CONSTRAINT ${name(key)} ${definition}`)
  }
}

/**
 * Takes a backup while Hatik runs. The rows are one snapshot and the log is read after it, so that PostgreSQL is never
 * newer than the log (decision 36). Whatever the size, memory holds a few batches and one file.
 */
import type pg from 'pg'
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'
import { openFileStorage } from '#platform/files/file-storage.ts'
// Sets how PostgreSQL's whole numbers are read.
import '#platform/postgres/postgres.ts'
import { onDatabase } from '../local/servers/database.ts'
import { writeBackup, type BackupWriter, type Content } from './container/write-backup.ts'
import { filesNamed } from './files-named.ts'
import { balanceLines, readLedger } from './ledger-rows.ts'
import { logLines } from './log-lines.ts'
import { listShards } from '#projections/runtime/shards/shards.ts'
import { ABOUT, BALANCES, ERASED, FILE, LEDGER, LOG, ROWS, SEQUENCES, type About, type Erased } from './sections.ts'
import { rowsOf, sequencesOf, tablesOf } from './table-rows.ts'

export type Places = { databaseUrl: string; eventStoreUrl: string; filesUrl: string }

const json = (value: unknown): Content => [Buffer.from(JSON.stringify(value))]

/** Returns the file's bytes. Throws if the file exists or a part is unavailable, and then leaves no file. */
export async function takeBackup(file: string, places: Places, passphrase: string | undefined): Promise<number> {
  return writeBackup(file, passphrase, async (writer) => {
    const keys = await onDatabase(places.databaseUrl, (client) => writeSnapshot(client, writer))
    const store = createEventStoreGateway(places.eventStoreUrl)
    try {
      await writer.section(LOG, logLines(store, await store.end()))
    } finally {
      await store.close()
    }
    const files = openFileStorage(places.filesUrl)
    for (const key of keys) {
      const bytes = await files.get(key)
      if (bytes) await writer.section(`${FILE}${key}`, [bytes])
    }
  })
}

/** Returns the keys of the files that the rows name. */
async function writeSnapshot(client: pg.Client, writer: BackupWriter): Promise<string[]> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // First, because a switch of generations drops the tables that the snapshot's checkpoint belongs to.
  await client.query('LOCK TABLE read.account_balances IN ACCESS SHARE MODE')
  const { rows: live } = await client.query<{ generation: number; position: string | null }>(
    'SELECT generation, position::text AS position FROM projection_generations WHERE live',
  )
  const shards = live[0] ? await listShards(client, live[0].generation) : []
  const { rows: migrations } = await client.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY id')
  const tables = await tablesOf(client)
  const about: About = {
    takenAt: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables,
    position: live[0]?.position ?? null,
    ...(shards.length > 0 && { shards: shards.map(({ position }) => String(position)) }),
  }
  await writer.section(ABOUT, json(about))
  await writer.section(ERASED, json(await erasedIn(client)))
  await writer.section(LEDGER, json(await readLedger(client)))
  await writer.section(BALANCES, balanceLines(client))
  for (const table of tables) await writer.section(`${ROWS}${table.table}`, rowsOf(client, table))
  const keys = await filesNamed(client)
  await writer.section(SEQUENCES, json(await sequencesOf(client)))
  await client.query('COMMIT')
  return keys
}

async function erasedIn(client: pg.Client): Promise<Erased> {
  const { rows } = await client.query<{ id: number; at: Date }>(
    'SELECT id, erased_at AS at FROM users WHERE erased_at IS NOT NULL ORDER BY id',
  )
  return rows.map(({ id, at }) => [id, at.getTime()])
}

/**
 * Restores a backup into an empty place. The log is committed before the rows, and a mark in the database keeps anything
 * from starting on them until all is done.
 */
import type { Client } from 'pg'
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import { createEventStoreGateway, type EventStoreGateway, type LogEvent } from '#platform/event-store/gateway.ts'
import { openFileStorage, type FileStorage } from '#platform/files/file-storage.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { readModels } from '#projections/all.ts'
import { BATCH_STATEMENT_MS } from '#projections/runtime/catch-up/checkpoints.ts'
import { createCatchUp } from '#projections/runtime/catch-up/catch-up.ts'
import { createKnownPeople } from '#projections/runtime/catch-up/known-people.ts'
import { afterRestore } from '../admin/after-restore.ts'
import { eraseByNumber, WORDS_OF_ERASURE } from '../admin/erase-people.ts'
import { numbersStillThere, type WhoLeft } from '../admin/who-left.ts'
import { bytesOf, jsonOf, readBackup } from '../backup/container/read-backup.ts'
import { eventsOf } from '../backup/log-lines.ts'
import { FILE, LOG, ROWS, SEQUENCES, type About } from '../backup/sections.ts'
import { openTables, setSequences, writeRows, type Sequences } from '../backup/table-rows.ts'
import { createSchema } from '../eventstore/log/schema.ts'
import { openWriterSession } from '../eventstore/log/writer-lock.ts'
import { onDatabase } from '../local/servers/database.ts'
import { migrations } from '../migrations/all.ts'
import { migrate } from '../migrations/migrate.ts'
import { markRestore, refuseHalfRestored, unmarkRestore } from '../migrations/restore-mark.ts'
import type { Place } from './place.ts'
import { compareLog, writeLog } from './write-log.ts'

export type Restored = { events: number; files: number }

/**
 * `about`: of the file, which is checked before. `left`: erased people by newer backups, who are erased again with those
 * of the log. `tell` gets lines for the operator. Throws if the place is not empty, or the backup is of a newer version.
 */
export async function restoreBackup(
  file: string,
  passphrase: string | undefined,
  about: About,
  place: Place,
  left: WhoLeft,
  tell: (line: string) => void,
): Promise<Restored> {
  refuseNewer(about)
  await onDatabase(place.databaseUrl, async (client) => {
    await refuseFilled(client, about)
    await markRestore(client)
  })
  const restored = await writeAll({ file, passphrase, about }, place)
  await migrate(place.databaseUrl, { restoring: true })
  tell('Rows, log and files are written. Building the read models …')
  await bringUp(place, left, tell)
  await onDatabase(place.databaseUrl, unmarkRestore)
  return restored
}

/** In two transactions. */
async function writeAll(from: From, place: Place): Promise<Restored> {
  await migrate(place.databaseUrl, { restoring: true, only: from.about.migrations })
  return onDatabase(place.databaseUrl, async (client) => {
    await client.query('BEGIN')
    const files = openFileStorage(place.filesUrl)
    const written = place.ownStore
      ? await withStore(place.ownStore, (store) =>
          write(from, { client, files, log: (events) => compareLog(store, events) }),
        )
      : await inEmptyLog(place.eventsUrl, (log) =>
          write(from, { client, files, log: (events) => writeLog(log, events) }),
        )
    await client.query('COMMIT')
    return written
  })
}

function refuseNewer({ migrations: applied }: About): void {
  const known = new Set(migrations.map(({ name }) => name))
  const newer = applied.find((name) => !known.has(name))
  if (newer !== undefined)
    throw new Error(`The backup is of a newer version of Hatik (${newer}): restore it with that version.`)
}

/** A database that was only migrated is empty, too. */
async function refuseFilled(client: Client, { migrations: applied }: About): Promise<void> {
  await refuseHalfRestored(client)
  const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('public.users') IS NOT NULL AS there`)
  if (!rows[0]!.there) return
  if ((await client.query('SELECT FROM users LIMIT 1')).rowCount)
    throw new Error('The database has people in it. A backup is restored into an empty place only.')
  const { rowCount } = await client.query('SELECT FROM knex_migrations WHERE name <> ALL ($1)', [applied])
  if (rowCount) throw new Error('The tables of the database are newer than the backup. Restore into an empty database.')
}

/** Holds the writer's lock, so that no store runs on it meanwhile. */
async function inEmptyLog<T>(eventsUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { client } = await openWriterSession(eventsUrl, true)
  client.on('error', () => {})
  try {
    await createSchema(client)
    const { rowCount } = await client.query('SELECT FROM events LIMIT 1')
    if (rowCount) throw new Error('The event store has events in it. A backup is restored into an empty place only.')
    await client.query('BEGIN')
    const done = await work(client)
    await client.query('COMMIT')
    return done
  } finally {
    await client.end()
  }
}

async function withStore<T>(url: string, work: (store: EventStoreGateway) => Promise<T>): Promise<T> {
  const store = createEventStoreGateway(url)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

type From = { file: string; passphrase: string | undefined; about: About }
type To = { client: Client; files: FileStorage; log: (events: AsyncIterable<LogEvent>) => Promise<number> }

async function write({ file, passphrase, about }: From, { client, files, log }: To): Promise<Restored> {
  const tables = new Map(about.tables.map((each) => [`${ROWS}${each.table}`, each]))
  const close = await openTables(client, about.tables)
  const restored: Restored = { events: 0, files: 0 }
  for await (const { name, content } of readBackup(file, passphrase)) {
    const table = tables.get(name)
    if (table) await writeRows(client, table, content)
    else if (name === SEQUENCES) await setSequences(client, await jsonOf<Sequences>(content))
    else if (name === LOG) restored.events = await log(eventsOf(content))
    else if (name.startsWith(FILE)) {
      await files.put(name.slice(FILE.length), await bytesOf(content))
      restored.files += 1
    }
  }
  // Rebuilds of read models that the backup does not hold.
  await client.query(
    `UPDATE replays SET state = 'discarded', ended_at = now(), error = 'restored from a backup' WHERE ended_at IS NULL`,
  )
  await close()
  return restored
}

/** Corrects the rows from the log and builds the read models, so that the worker starts on whole ones. */
async function bringUp(place: Place, left: WhoLeft, tell: (line: string) => void): Promise<void> {
  const started = place.ownStore ? undefined : await place.startStore()
  const pool = createPool(place.databaseUrl, {
    max: 4,
    name: 'hatik-restore',
    statementTimeoutMs: BATCH_STATEMENT_MS,
    answerWaitMs: 0,
  })
  try {
    await withStore(started?.url ?? place.ownStore!, async (store) => {
      const ofLog = await afterRestore(pool, store, tell)
      await eraseAgain(pool, [...ofLog, ...(await numbersStillThere(pool, left))], tell)
      await buildReadModels(pool, store)
    })
  } finally {
    await pool.end()
    await started?.stop()
  }
}

/** The log or a newer backup of the same installation names them, so nobody else is meant (decision 36). */
async function eraseAgain(pool: Pool, userIds: readonly number[], tell: (line: string) => void): Promise<void> {
  for (const userId of new Set(userIds)) {
    const erasure = await eraseByNumber(pool, userId, new Date())
    // Erased with the business.
    if (erasure !== 'nobody') tell(`${userId} ${WORDS_OF_ERASURE[erasure]}`)
  }
}

async function buildReadModels(pool: Pool, store: EventStoreGateway): Promise<void> {
  const log = store.openLogReader(LOG_PREFIXES)
  try {
    const { stoppedBy } = await createCatchUp({ pool, log, readModels, people: createKnownPeople(pool, () => {}) })()
    if (stoppedBy) throw new Error(`The read models stop at ${stoppedBy.position}: ${stoppedBy.reason}`)
  } finally {
    await log.close()
  }
}

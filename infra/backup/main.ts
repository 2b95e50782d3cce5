/** `npm run backup`: takes a backup while Hatik runs. Exits with 1 if it failed, and with 2 for invalid arguments. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { exitOnError } from '#platform/process/exit-on-error.ts'
import { addressesFor } from '../local/addresses.ts'
import { misunderstood, readCommandLine, wordsOf } from '../local/command-line.ts'
import { onDatabase } from '../local/servers/database.ts'
import { backupName, removeOldBackups } from './backup-folder.ts'
import { keysApart } from './keys-apart.ts'
import { readPassphrase } from './passphrase.ts'
import { takeBackup } from './take-backup.ts'

const USAGE = `npm run backup -- FILE
npm run backup -- --folder DIR [--keep-days 30]
                                [--passphrase-file FILE] [--database URL] [--event-store URL] [--files URL]

Writes the log, the rows and the uploaded files into one new file, while Hatik runs.
With --folder the file is named by its time, and those older than --keep-days (30 at most) are removed.
With a passphrase (HATIK_BACKUP_PASSPHRASE, or --passphrase-file) the file is encrypted.
To check the file: npm run restore -- FILE --check`

const MOST_DAYS = 30
const options = {
  folder: { type: 'string' },
  'keep-days': { type: 'string' },
  'passphrase-file': { type: 'string' },
  database: { type: 'string' },
  'event-store': { type: 'string' },
  files: { type: 'string' },
} as const
const { values, positionals } = readCommandLine(USAGE, options, 1)
const keepDays = Number(values['keep-days'] ?? MOST_DAYS)
const { folder } = values
if ((folder === undefined) === (positionals[0] === undefined)) misunderstood(USAGE)
if (folder === undefined ? values['keep-days'] !== undefined : !(keepDays >= 1 && keepDays <= MOST_DAYS))
  misunderstood(USAGE)
const dataDir = path.resolve(process.env['HATIK_DATA_DIR'] || '.data')

const { addresses, passphrase } = await exitOnError(
  async () => ({
    addresses: await addressesFor(['database', 'event-store'], values),
    passphrase: readPassphrase(values['passphrase-file']),
  }),
  2,
)
const filesUrl = values.files ?? (process.env['FILES_URL'] || pathToFileURL(path.join(dataDir, 'files')).href)

const startedAt = new Date()
const file = folder === undefined ? positionals[0]! : path.join(folder, backupName(startedAt))
try {
  if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 })
  const bytes = await takeBackup(
    file,
    { databaseUrl: addresses.database, eventStoreUrl: addresses['event-store'], filesUrl },
    passphrase,
  )
  if (folder !== undefined) await tidy(folder, bytes)
  console.log(`Wrote ${file}: ${bytes} bytes, ${passphrase === undefined ? 'not encrypted' : 'encrypted'}.`)
  console.log(`Not in it, and to be kept apart from it:\n${keysApart(dataDir).join('\n')}`)
} catch (error) {
  console.error(wordsOf(error))
  process.exitCode = 1
  if (folder !== undefined) await tidy(folder, null).catch(() => {})
}

/**
 * Notes the outcome, null for a failure, then removes what is too old. After the backup, so that a clock that is ahead
 * leaves at least the new one.
 */
async function tidy(inFolder: string, bytes: number | null): Promise<void> {
  await onDatabase(addresses.database, async (client) => {
    await client.query('INSERT INTO backups (started_at, ended_at, bytes) VALUES ($1, $2, $3)', [
      startedAt,
      new Date(),
      bytes,
    ])
    await client.query(`DELETE FROM backups WHERE started_at < $1::timestamptz - interval '90 days'`, [startedAt])
  })
  await removeOldBackups(inFolder, keepDays, startedAt)
}

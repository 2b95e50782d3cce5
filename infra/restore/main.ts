/**
 * `npm run restore`: checks a backup, and restores it into an empty place. Exits with 1 if the backup is damaged or
 * differs, or nothing was restored, and with 2 for invalid arguments.
 */
import path from 'node:path'
import { checkBackup, type Checked } from '../backup/check-backup.ts'
import { keysApart } from '../backup/keys-apart.ts'
import { readPassphrase } from '../backup/passphrase.ts'
import { misunderstood, readCommandLine, wordsOf } from '../local/command-line.ts'
import type { WhoLeft } from '../admin/who-left.ts'
import { erasedIn } from './erased-in.ts'
import { openPlace } from './place.ts'
import { restoreBackup } from './restore-backup.ts'

const USAGE = `npm run restore -- FILE [--erased-in NEWER_FILE …] [--passphrase-file FILE]
npm run restore -- FILE --check                     [--passphrase-file FILE]

Restores a backup into an empty data folder (HATIK_DATA_DIR), while Hatik is stopped. With DATABASE_URL the rows go
into that empty database. With EVENTSTORE_URL the log is only compared, because the store has a backup of its own.

--check        restore nothing: check that the file is whole, that its balances follow from its log, and who signed the log
--erased-in    a newer backup, damaged or not: who is erased in it is erased again`

const options = {
  check: { type: 'boolean', default: false },
  'erased-in': { type: 'string', multiple: true, default: [] as string[] },
  'passphrase-file': { type: 'string' },
} as const
const { values, positionals } = readCommandLine(USAGE, options, 1)
const file = positionals[0] ?? misunderstood(USAGE)
const dataDir = path.resolve(process.env['HATIK_DATA_DIR'] || '.data')

try {
  const passphrase = readPassphrase(values['passphrase-file'])
  const checked = await checkBackup(file, passphrase)
  show(checked)
  if (checked.differences.length > 0) process.exitCode = 1
  else if (!values.check) await restore(checked, passphrase, await erasedInAll(values['erased-in'], passphrase))
} catch (error) {
  console.error(wordsOf(error))
  process.exitCode = 1
}

function show({ about, accounts, events, files, keys, differences }: Checked): void {
  console.log(`Backup of ${about.takenAt}: ${events} events, ${accounts} accounts, ${files} files.`)
  console.log(`The log is signed by ${keys.length > 0 ? keys.join(', ') : 'nobody yet'}.`)
  for (const difference of differences) console.error(difference)
  if (differences.length === 0) console.log('The file is whole; the balances and the signed heads fit the log.')
}

async function erasedInAll(files: readonly string[], passphrase: string | undefined): Promise<WhoLeft> {
  const left: WhoLeft = new Map()
  for (const each of files)
    for (const [userId, at] of await erasedIn(each, passphrase)) left.set(userId, left.get(userId) ?? at)
  return left
}

async function restore({ about }: Checked, passphrase: string | undefined, left: WhoLeft): Promise<void> {
  const place = await openPlace(dataDir)
  try {
    const { events, files } = await restoreBackup(file, passphrase, about, place, left, (line) => console.log(line))
    console.log(`
Restored ${events} events and ${files} files. What is left to do:
1. Erase again who deleted an account after ${about.takenAt} and is not named above (the mail server's sent mail tells):
   npm run admin -- erase NUMBER … --yes
2. Put the keys, which no backup holds, where they belong:
${keysApart(dataDir).join('\n')}
3. With a Redis of your own, empty it (FLUSHDB). Everybody signs in again.
4. Start Hatik.`)
  } finally {
    await place.close()
  }
}

/** `npm run import -- FILE --business EMAIL [--password …] [--address …]`: imports purchases into a running Hatik. */
import { readFile } from 'node:fs/promises'
import { exitOnError } from '#platform/process/exit-on-error.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { addressesFor } from '../local/addresses.ts'
import { misunderstood, readCommandLine, wordsOf } from '../local/command-line.ts'
import { importPurchases, report, type Progress } from './import-purchases.ts'
import { parsePurchases, textOf } from './purchases.ts'

const USAGE = `npm run import -- FILE --business EMAIL [--password PASSWORD] [--address URL] [--database URL]

FILE     CSV in UTF-8 whose first line is customer,date,usd_cents. If the import is interrupted, run it again to resume.
PASSWORD default: HATIK_PASSWORD, which other users of the machine cannot see; otherwise the password of the demo`

const options = {
  business: { type: 'string' },
  password: { type: 'string' },
  address: { type: 'string' },
  database: { type: 'string' },
} as const
const { values, positionals } = readCommandLine(USAGE, options, 1)
const { business = misunderstood(USAGE) } = values
const [file = misunderstood(USAGE)] = positionals

const addresses = await exitOnError(() => addressesFor(['address', 'database'], values), 2)

const BAR_SIGNS = 32
let shownAt = 0
/** A bar on a terminal, otherwise a line every few seconds. */
const progress: Progress = (phase, done, all) => {
  const now = Date.now()
  const terminal = process.stderr.isTTY
  if (done < all && now - shownAt < (terminal ? 100 : 5_000)) return
  shownAt = now
  const filled = Math.round((done / Math.max(all, 1)) * BAR_SIGNS)
  const line = `${phase.padEnd(9)} ${'█'.repeat(filled)}${'░'.repeat(BAR_SIGNS - filled)} ${done}/${all}`
  process.stderr.write(terminal ? `\r${line}${done === all ? '\n' : ''}` : `${line}\n`)
}

const database = createPool(addresses.database, { max: 2, name: 'hatik-import' })
try {
  const purchases = parsePurchases(textOf(await readFile(file)))
  const target = {
    address: addresses.address.replace(/\/+$/, ''),
    database,
    email: business,
    password: values.password ?? (process.env['HATIK_PASSWORD'] || 'Hatik-demo-1'),
  }
  console.log(report(await importPurchases(purchases, target, progress)))
} catch (error) {
  console.error(wordsOf(error))
  process.exitCode = 1
} finally {
  await database.end()
}

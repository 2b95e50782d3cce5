/** `npm run import -- FILE --business EMAIL [--password …] [--address …]`: real purchases into a running Hatik. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { checkedAddress } from '#platform/env-addresses.ts'
import { orEnd } from '#platform/or-end.ts'
import { createPool } from '#platform/postgres.ts'
import { readInstance } from '../local/instance.ts'
import { importPurchases, report, type Progress } from './import-purchases.ts'
import { parsePurchases } from './purchases.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { business: { type: 'string' }, password: { type: 'string' }, address: { type: 'string' }, database: { type: 'string' } },
})
const [file] = positionals
if (!file || !values.business) {
  console.error('npm run import -- FILE --business EMAIL [--password PASSWORD] [--address URL] [--database URL]')
  process.exit(2)
}

const { address, databaseUrl } = await orEnd(async () => {
  const database = values.database ?? process.env['DATABASE_URL']
  const instance = values.address && database ? undefined : await readInstance()
  const found = { address: values.address ?? instance?.address, databaseUrl: database || instance?.databaseUrl }
  if (!found.address || !found.databaseUrl) throw new Error('Hatik is not running here: start it with npm start, or give --address and --database.')
  return { address: found.address, databaseUrl: checkedAddress('DATABASE_URL', found.databaseUrl, values.database && '--database') }
}, 2)

const BAR_SIGNS = 32
let shownAt = 0
/** A bar on a terminal, a line every few seconds elsewhere. */
const progress: Progress = (phase, done, all) => {
  const now = Date.now()
  const terminal = process.stderr.isTTY
  if (done < all && now - shownAt < (terminal ? 100 : 5_000)) return
  shownAt = now
  const filled = Math.round((done / Math.max(all, 1)) * BAR_SIGNS)
  const line = `${phase.padEnd(9)} ${'█'.repeat(filled)}${'░'.repeat(BAR_SIGNS - filled)} ${done}/${all}`
  process.stderr.write(terminal ? `\r${line}${done === all ? '\n' : ''}` : `${line}\n`)
}

const database = createPool(databaseUrl, { max: 2, name: 'hatik-import' })
try {
  const purchases = parsePurchases(await readFile(file, 'utf8'))
  const target = { address, database, email: values.business, password: values.password ?? process.env['HATIK_PASSWORD'] ?? 'Hatik-demo-1' }
  console.log(report(await importPurchases(purchases, target, progress)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await database.end()
}

/**
 * `npm run admin -- create EMAIL [--auditor] [--name "First Last"]`: the first administrator (H34), and the auditors.
 * `npm run admin -- remove EMAIL`: either of them goes. Ends with 1 where nothing was done, and with 2 where it was not understood.
 */
import { parseArgs } from 'node:util'
import { removeStaff } from '#accounts/remove-staff.ts'
import { createStaff } from '#accounts/staff.ts'
import { checkedAddress } from '#platform/env-addresses.ts'
import { orEnd } from '#platform/or-end.ts'
import { createPool, type Pool } from '#platform/postgres.ts'
import { readInstance } from '../local/instance.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { auditor: { type: 'boolean', default: false }, name: { type: 'string', default: 'Hatik Hatik' }, english: { type: 'boolean', default: false }, database: { type: 'string' } },
})
const [verb, email] = positionals
const command = verb === 'create' ? create : verb === 'remove' ? remove : undefined
if (!command || !email || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
  console.error('npm run admin -- create EMAIL [--auditor] [--name "First Last"] [--english] [--database URL]\nnpm run admin -- remove EMAIL [--database URL]')
  process.exit(2)
}
const databaseUrl = await orEnd(async () => {
  const given = values.database ?? (process.env['DATABASE_URL'] || (await readInstance())?.databaseUrl)
  if (!given) throw new Error('Hatik is not running here: start it with npm start, or give --database.')
  return checkedAddress('DATABASE_URL', given, values.database && '--database')
}, 2)

const pool = createPool(databaseUrl, { max: 1, name: 'hatik-admin' })
try {
  if (!(await command(pool, email))) process.exitCode = 1
} finally {
  await pool.end()
}

async function create(db: Pool, address: string): Promise<boolean> {
  const [firstName = '', ...rest] = values.name.trim().split(/\s+/)
  const role = values.auditor ? 'auditor' : 'admin'
  const made = await createStaff(db, { email: address, role, firstName, lastName: rest.join(' ') || firstName, language: values.english ? 'en' : 'am' })
  if (made) console.log(`${role} ${address}\npassword ${made.password}\nIt is shown only now, and has to be changed at the first sign-in.`)
  else console.error(`${address} belongs to somebody already.`)
  return made !== undefined
}

async function remove(db: Pool, address: string): Promise<boolean> {
  const removal = await removeStaff(db, address, new Date())
  if (removal.kind === 'removed') console.log(`${removal.role} ${address} is removed: every session has ended. What was done is kept under number ${removal.id}.`)
  if (removal.kind === 'nobody') console.error(`No administrator and no auditor has the address ${address}.`)
  if (removal.kind === 'last_administrator') console.error(`${address} is the last administrator. Make another one first: npm run admin -- create EMAIL`)
  if (removal.kind === 'mail_under_way') console.error(`A mail to ${address} is just being sent. Nothing was changed: try again in a few minutes.`)
  return removal.kind === 'removed'
}

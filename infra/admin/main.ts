/** `npm run admin -- create EMAIL [--auditor] [--name "First Last"]`: the first administrator (H34), and the auditors. */
import { parseArgs } from 'node:util'
import { createStaff } from '#accounts/staff.ts'
import { createPool } from '#platform/postgres.ts'
import { readInstance } from '../local/instance.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { auditor: { type: 'boolean', default: false }, name: { type: 'string', default: 'Hatik Hatik' }, english: { type: 'boolean', default: false }, database: { type: 'string' } },
})
const [verb, email] = positionals
if (verb !== 'create' || !email || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
  console.error('npm run admin -- create EMAIL [--auditor] [--name "First Last"] [--english] [--database URL]')
  process.exit(2)
}
const databaseUrl = values.database ?? process.env['DATABASE_URL'] ?? (await readInstance())?.databaseUrl
if (!databaseUrl) {
  console.error('Hatik is not running here: start it with npm start, or give --database.')
  process.exit(2)
}

const pool = createPool(databaseUrl, { max: 1, name: 'hatik-admin' })
try {
  const [firstName = '', ...rest] = values.name.trim().split(/\s+/)
  const role = values.auditor ? 'auditor' : 'admin'
  const made = await createStaff(pool, { email, role, firstName, lastName: rest.join(' ') || firstName, language: values.english ? 'en' : 'am' })
  if (!made) {
    console.error(`${email} belongs to somebody already.`)
    process.exitCode = 1
  } else {
    console.log(`${role} ${email}\npassword ${made.password}\nIt is shown only now, and has to be changed at the first sign-in.`)
  }
} finally {
  await pool.end()
}

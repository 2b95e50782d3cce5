/**
 * Command line of `npm run admin`; exits with 1 if nothing was done, and with 2 for invalid arguments.
 * - create EMAIL [--auditor] [--name "First Last"]: the first administrator (H34), and auditors.
 * - remove EMAIL: removes either.
 * - reset-second-factor EMAIL: removes the authenticator app and passkeys of either.
 * - erase NUMBER …: erases people as if they had left.
 * - export NUMBER: all data of a person.
 * - after-restore: after PostgreSQL was restored from an older backup.
 */
import { mailRequestSchema } from '#contracts/calls/account/accounts.ts'
import { isDeliverable } from '#contracts/units/addresses.ts'
import { numberIn } from '#contracts/units/ids.ts'
import { nameSchema } from '#contracts/units/names.ts'
import { removeStaff } from '#accounts/staff/remove-staff.ts'
import { resetSecondFactor } from '#accounts/second-factor/reset-second-factor.ts'
import { createStaff } from '#accounts/staff/staff.ts'
import { readInvoiceNumber, type InvoiceNumber } from '#businesses/invoices/invoice-numbers.ts'
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'
import { exitOnError } from '#platform/process/exit-on-error.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { addressesFor } from '../local/addresses.ts'
import { misunderstood, readCommandLine, wordsOf } from '../local/command-line.ts'
import { afterRestore } from './after-restore.ts'
import { eraseByNumber, whoTheyAre, WORDS_OF_ERASURE } from './erase-people.ts'
import { exportPerson } from './person-export.ts'

const USAGE = `npm run admin -- create EMAIL [--auditor] [--name "First Last"] [--english] [--database URL]
npm run admin -- remove EMAIL [--database URL]
npm run admin -- reset-second-factor EMAIL [--database URL]
npm run admin -- erase NUMBER [NUMBER …] [--yes] [--database URL]
npm run admin -- export NUMBER [--database URL]
npm run admin -- after-restore [--last-invoice HTK-YEAR-NUMBER] [--database URL] [--event-store URL]

create               create an administrator, or an auditor, and print the first password
remove               remove an administrator or auditor and end all their sessions
reset-second-factor  remove the authenticator app, recovery codes and passkeys of either and end all their sessions
erase                list users by their numbers and, with --yes, erase them; cannot be undone
export               print all data about a user as JSON
after-restore        correct the database from the log after restoring a backup`

const options = {
  auditor: { type: 'boolean', default: false },
  name: { type: 'string', default: 'Hatik Hatik' },
  english: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  database: { type: 'string' },
  'event-store': { type: 'string' },
  'last-invoice': { type: 'string' },
} as const
const MOST = 1_000
const { values, positionals } = readCommandLine(USAGE, options, 1 + MOST)
const [verb, ...rest] = positionals
const command = commandOf(verb, rest) ?? misunderstood(USAGE)
const addresses = await exitOnError(
  () => addressesFor(verb === 'after-restore' ? ['database', 'event-store'] : ['database'], values),
  2,
)

const pool = createPool(addresses.database, { max: 2, name: 'hatik-admin' })
try {
  if (!(await command(pool))) process.exitCode = 1
} catch (error) {
  console.error(wordsOf(error))
  process.exitCode = 1
} finally {
  await pool.end()
}

function commandOf(name: string | undefined, words: readonly string[]): ((db: Pool) => Promise<boolean>) | undefined {
  const [address, ...more] = words
  const written = values['last-invoice']
  const lastInvoice = written === undefined ? undefined : readInvoiceNumber(written)
  if (values.yes && name !== 'erase') return undefined
  if (name === 'after-restore')
    return address === undefined && (written === undefined || lastInvoice)
      ? (db) => putRight(db, lastInvoice)
      : undefined
  if (written !== undefined) return undefined
  if (name === 'erase') {
    const numbers = words.map(numberIn)
    return numbers.length > 0 && numbers.every((number) => number !== undefined)
      ? (db) => erase(db, numbers)
      : undefined
  }
  if (name === 'export') {
    const number = numberIn(address ?? '')
    return more.length === 0 && number !== undefined ? (db) => handOut(db, number) : undefined
  }
  if (more.length > 0 || !address || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) return undefined
  if (name === 'create') return isForSomebody(address) ? (db) => create(db, address) : undefined
  if (name === 'remove') return (db) => remove(db, address)
  if (name === 'reset-second-factor') return (db) => resetFactor(db, address)
  return undefined
}

/** Rejects addresses and names that forms would not accept. */
function isForSomebody(address: string): boolean {
  return (
    mailRequestSchema.safeParse({ email: address }).success &&
    isDeliverable(address) &&
    namesOf(values.name).every((name) => nameSchema('', 100).safeParse(name).success)
  )
}

/** A single name is used as both. */
function namesOf(name: string): [string, string] {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return [first, rest.join(' ') || first]
}

async function putRight(db: Pool, lastInvoice: InvoiceNumber | undefined): Promise<boolean> {
  const store = createEventStoreGateway(addresses['event-store'])
  try {
    const back = await afterRestore(db, store, (line) => console.log(line), lastInvoice)
    if (back.length > 0) console.log(`To erase them again: npm run admin -- erase ${back.join(' ')} --yes`)
    return true
  } catch (error) {
    console.error(`Not finished; run this again: ${wordsOf(error)}`)
    return false
  } finally {
    await store.close()
  }
}

/**
 * One by one, so that a failure does not affect others. Without --yes only lists the people, because numbers are easily
 * mistyped and erasure is final.
 */
async function erase(db: Pool, numbers: readonly number[]): Promise<boolean> {
  if (!values.yes) return tellWho(db, numbers)
  let all = true
  for (const number of numbers) {
    const erasure = await eraseByNumber(db, number, new Date())
    const tell = erasure === 'erased' ? console.log : console.error
    tell(`User ${number} ${WORDS_OF_ERASURE[erasure]}`)
    all &&= erasure === 'erased'
  }
  return all
}

async function tellWho(db: Pool, numbers: readonly number[]): Promise<boolean> {
  const people = await whoTheyAre(db, numbers)
  for (const { id, role, email, since } of people) console.log(`User ${id}: ${role}, ${email}, since ${since}`)
  console.error('Nobody has been erased yet. If these are the right users, run this again with --yes.')
  return false
}

async function handOut(db: Pool, number: number): Promise<boolean> {
  const held = await exportPerson(db, number)
  if (held) console.log(JSON.stringify(held, null, 2))
  else console.error(`There is no user ${number}.`)
  return held !== undefined
}

async function create(db: Pool, address: string): Promise<boolean> {
  const [firstName, lastName] = namesOf(values.name)
  const role = values.auditor ? 'auditor' : 'admin'
  const made = await createStaff(db, {
    email: address,
    role,
    firstName,
    lastName,
    language: values.english ? 'en' : 'am',
  })
  if (made)
    console.log(
      `${role} ${address}\npassword ${made.password}\nThe password is shown only once and must be changed at the first sign-in.`,
    )
  else console.error(`${address} already belongs to an account.`)
  return made !== undefined
}

async function remove(db: Pool, address: string): Promise<boolean> {
  const removal = await removeStaff(db, address, new Date())
  if (removal.kind === 'removed')
    console.log(
      `Removed ${removal.role} ${address} and ended all sessions. Past actions stay in the log under user id ${removal.id}.`,
    )
  if (removal.kind === 'nobody') console.error(`No administrator or auditor has the address ${address}.`)
  if (removal.kind === 'last_administrator')
    console.error(`${address} is the last administrator. Create another one first: npm run admin -- create EMAIL`)
  if (removal.kind === 'mail_under_way')
    console.error(`Nothing was changed, because a mail is being sent to ${address}. Try again in a few minutes.`)
  return removal.kind === 'removed'
}

async function resetFactor(db: Pool, address: string): Promise<boolean> {
  const reset = await resetSecondFactor(db, address, new Date())
  if (reset.kind === 'reset')
    console.log(
      `Removed the second factor of ${reset.role} ${address} and ended all sessions. The password suffices for the next sign-in.`,
    )
  if (reset.kind === 'nobody') console.error(`No administrator or auditor has the address ${address}.`)
  if (reset.kind === 'none') console.error(`${address} has no second factor.`)
  return reset.kind === 'reset'
}

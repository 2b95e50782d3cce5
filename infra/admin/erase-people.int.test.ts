import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { businessStream } from '#contracts/events/business-events.ts'
import { personStream } from '#contracts/events/person-events.ts'
import { recordErasure } from '#accounts/erase.ts'
import { createStaff } from '#accounts/staff/staff.ts'
import { bySystem, relayEvents } from '#platform/outbox/event-outbox.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import { sqlState } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { insertBusiness, insertUser } from '../testing/people/people-rows.ts'
import { testDatabaseAndStore } from '../testing/servers/test-database.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { eraseByNumber } from './erase-people.ts'

const { services, pool, store } = await testDatabaseAndStore({ max: 5 })

const command = async (...words: string[]) =>
  (await promisify(execFile)(process.execPath, ['infra/admin/main.ts', ...words, '--database', services.databaseUrl]))
    .stdout
const afterRestore = () => command('after-restore', '--event-store', services.eventStoreUrl)

const buyer = async (code: string) => (await insertUser(pool, { role: 'buyer', passwordHash: 'x', code })).id
const shop = async () =>
  (await insertBusiness(pool, { passwordHash: 'x', plan: 'starter', status: 'suspended', perks: ['1.0'] })).id
const staff = async (email: string, role: 'admin' | 'auditor' = 'admin') =>
  (await createStaff(pool, { email, role, firstName: 'Firstname', lastName: 'Lastname', language: 'en' }))!.id

async function known(...ids: number[]): Promise<boolean[]> {
  const { rows } = await pool.query<{ id: number; known: boolean }>(
    `SELECT id, erased_at IS NULL OR first_name <> '' OR email NOT LIKE '%@hatik.invalid' AS known FROM users WHERE id = ANY($1)`,
    [ids],
  )
  return ids.map((id) => rows.find((row) => row.id === id)!.known)
}
const farewells = async (id: number) =>
  (await pool.query('SELECT FROM mail_outbox WHERE cause = $1', [`account-deleted:${id}`])).rowCount
async function typesOn(stream: string): Promise<string[]> {
  const reader = store.openLogReader([stream])
  const { events } = await reader.read(null, 1_000)
  await reader.close()
  return events.map(({ type }) => type)
}

/** Restores rows and outbox as before the erasure. */
async function bringBack(id: number, rows: { email: string; code?: string }): Promise<void> {
  await pool.query('DELETE FROM event_outbox WHERE stream IN ($1, $2)', [personStream(id), businessStream(id)])
  await pool.query('DELETE FROM event_streams WHERE stream IN ($1, $2)', [personStream(id), businessStream(id)])
  await pool.query('DELETE FROM account_closings WHERE user_id = $1', [id])
  await pool.query('DELETE FROM mail_outbox WHERE user_id = $1', [id])
  await pool.query('DELETE FROM retired_codes WHERE buyer_code = $1', [rows.code])
  await pool.query(
    `UPDATE users SET email = $2, first_name = 'Firstname', buyer_code = $3, erased_at = NULL WHERE id = $1`,
    [id, rows.email, rows.code ?? null],
  )
  await pool.query(`UPDATE business_profiles SET status = 'suspended', business_name = 'Name' WHERE user_id = $1`, [id])
}

it('a person who cannot sign in is erased by number: rows, perks, accounts, one last mail, and the event', async () => {
  const [ani, cafe, stays] = [await buyer('AR2101'), await shop(), await buyer('AR2102')]
  for (const cause of ['waits', 'dead'])
    await orderMail(pool, {
      cause,
      template: 'verify_new_email',
      userId: ani,
      parameters: { seed: 'x' },
      to: 'new@hatik.test',
    })
  await pool.query(`UPDATE mail_outbox SET state = 'dead', ended_at = '2026-01-01' WHERE cause = 'dead'`)
  expect(await command('erase', String(ani), String(cafe), '--yes')).toBe(
    [ani, cafe]
      .map(
        (id) => `User ${id} has been erased. The worker will close the accounts in the ledger and remove the files.\n`,
      )
      .join(''),
  )
  expect(await known(ani, cafe, stays)).toEqual([false, false, true])
  expect((await pool.query('SELECT user_id AS id, role FROM account_closings ORDER BY 1')).rows).toEqual([
    { id: ani, role: 'buyer' },
    { id: cafe, role: 'business' },
  ])
  expect(
    (
      await pool.query(
        'SELECT p.status, p.business_name AS name, k.deleted_at IS NULL AS offered FROM business_profiles p JOIN perks k ON k.business_profile_id = p.id WHERE user_id = $1',
        [cafe],
      )
    ).rows,
  ).toEqual([{ status: 'closed', name: 'Closed business', offered: false }])
  expect([await farewells(ani), await farewells(cafe)]).toEqual([1, 1])
  // Neither mail would have reached her.
  const { rows } = await pool.query(
    `SELECT cause, state, to_address AS "to", parameters, ended_at > '2026-01-01' AS ended FROM mail_outbox WHERE cause IN ('waits', 'dead') ORDER BY cause`,
  )
  expect(rows).toEqual(
    ['dead', 'waits'].map((cause) => ({ cause, state: 'dropped', to: null, parameters: {}, ended: true })),
  )
  await relayEvents(pool, store)
  expect([await typesOn(personStream(ani)), await typesOn(businessStream(cafe))]).toEqual([
    ['PersonErased'],
    ['BusinessClosed', 'PerkDeleted'],
  ])
})

it('without --yes people are only listed, because numbers are easily mistyped', async () => {
  const [ani, cafe, gone] = [await buyer('AR2105'), await shop(), await shop()]
  await pool.query('UPDATE users SET erased_at = now() WHERE id = $1', [gone])
  // In Armenia it is the next day.
  await pool.query(
    `UPDATE users SET email = id || '@told.test', created_at = '2026-11-19T20:00:00Z' WHERE id = ANY($1)`,
    [[ani, cafe]],
  )
  await expect(command('erase', '999999', String(cafe), String(gone), String(ani))).rejects.toMatchObject({
    code: 1,
    stdout: `User ${ani}: buyer, ${ani}@told.test, since 2026-11-20\nUser ${cafe}: business, ${cafe}@told.test, since 2026-11-20\n`,
    stderr: expect.stringContaining('Nobody has been erased yet') as string,
  })
  expect(await known(ani)).toEqual([true])
})

it('unknown and repeated numbers and the last administrator are reported without affecting others; invalid numbers are rejected', async () => {
  const [ani, last] = [await buyer('AR2103'), await staff('last@hatik.test')]
  const refused = await command('erase', '999999', String(last), String(ani), '--yes').catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`User ${ani} has been erased`) as string,
    stderr: `User 999999 does not exist or has already been erased.\nUser ${last} is the last administrator. Create another one first: npm run admin -- create EMAIL\n`,
  })
  expect(await known(ani, last)).toEqual([false, true])
  await expect(command('erase', String(ani), '--yes')).rejects.toMatchObject({ code: 1 })
  for (const words of [[], ['ani@hatik.test'], [String(last), 'x'], ['0']])
    await expect(command('erase', ...words, '--yes')).rejects.toMatchObject({ code: 2 })
  await expect(command('remove', 'last@hatik.test', '--yes')).rejects.toMatchObject({ code: 2 })
  expect(await known(last)).toEqual([true])
})

it('after a restore the log names all erased people, including buyers without an account and staff; erased again, they get no second mail', async () => {
  const [ani, cafe, gone, auditor] = [
    await buyer('AR2104'),
    await shop(),
    await staff('gone@hatik.test'),
    await staff('auditor@hatik.test', 'auditor'),
  ]
  await staff('stays@hatik.test')
  await command('erase', String(ani), String(cafe), String(gone), String(auditor), '--yes')
  await relayEvents(pool, store)
  expect(await afterRestore()).not.toContain('To erase them again')

  await bringBack(ani, { email: 'ani@back.test', code: 'AR2104' })
  await bringBack(cafe, { email: 'cafe@back.test' })
  await bringBack(gone, { email: 'gone@back.test' })
  await bringBack(auditor, { email: 'auditor@back.test' })
  const told = await afterRestore()
  expect(told).toContain(`Buyers deleted according to the log, but present in this database: ${ani}.\n`)
  expect(told).toContain(
    `Administrators and auditors removed according to the log, but able to sign in here: ${gone}, ${auditor}.\n`,
  )
  expect(told).toContain(`To erase them again: npm run admin -- erase ${cafe} ${ani} ${gone} ${auditor} --yes\n`)

  await command('erase', String(cafe), String(ani), String(gone), String(auditor), '--yes')
  expect(await known(ani, cafe, gone, auditor)).toEqual([false, false, false, false])
  expect([await farewells(ani), await farewells(cafe)]).toEqual([0, 0])
  expect((await relayEvents(pool, store)).stuck).toEqual([])
  expect(await typesOn(personStream(ani))).toEqual(['PersonErased'])

  // Joined after the backup and left without an account; only the erasure event is known.
  const { actor, commandId: correlationId, at } = bySystem('test', new Date())
  await inTransaction(pool, (client) =>
    recordErasure(client, { id: 5_000, role: 'buyer' }, { actor, correlationId, at }),
  )
  await relayEvents(pool, store)
  const atLast = await afterRestore()
  expect(atLast).not.toContain('To erase them again')
  expect(atLast, 'nobody gets her user id').toContain('the next user gets 5001.')
})

it('a person whose mail is being sent is not erased yet; other PostgreSQL errors are reported as such', async () => {
  const people = [await buyer('AR2106'), await shop(), await staff('mail@hatik.test')]
  for (const userId of people)
    await orderMail(pool, { cause: `under-way:${userId}`, template: 'password_changed', userId })
  const waiting = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  /** Erases while a worker locks their mails, and ends the waiting statements by `end`. */
  const eraseMeanwhile = (ids: readonly number[], end: 'pg_cancel_backend' | 'pg_terminate_backend') =>
    inTransaction(pool, async (sending) => {
      await sending.query(`SELECT FROM mail_outbox WHERE cause LIKE 'under-way:%' FOR UPDATE`)
      const erasures = Promise.allSettled(ids.map((id) => eraseByNumber(pool, id, new Date())))
      await waitUntil('all of them wait', async () => (await pool.query(`SELECT ${waiting}`)).rowCount === ids.length)
      await pool.query(`SELECT ${end}(pid) ${waiting}`)
      return (await erasures).map((erasure) =>
        erasure.status === 'fulfilled' ? erasure.value : sqlState(erasure.reason),
      )
    })
  // As after a timeout.
  expect(await eraseMeanwhile(people, 'pg_cancel_backend')).toEqual(['busy', 'busy', 'busy'])
  expect(await eraseMeanwhile(people.slice(0, 1), 'pg_terminate_backend')).toEqual(['57P01'])
  expect(await known(...people)).toEqual([true, true, true])
  for (const id of people) expect(await eraseByNumber(pool, id, new Date())).toBe('erased')
})

/** People who are erased by the installation's command, and who are there again after PostgreSQL was restored from a backup (H25, decision 36). */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { businessStream } from '#contracts/business-events.ts'
import { personStream } from '#contracts/person-events.ts'
import { createStaff } from '#accounts/staff.ts'
import { relayEvents } from '#platform/event-outbox.ts'
import { insertBusiness, insertUser } from '../quality/people-rows.ts'
import { testDatabaseAndStore } from '../quality/test-database.ts'

const { services, pool, store } = await testDatabaseAndStore()

const command = async (...words: string[]) =>
  (await promisify(execFile)(process.execPath, ['infra/admin/main.ts', ...words, '--database', services.databaseUrl])).stdout
const afterRestore = () => command('after-restore', '--event-store', services.eventStoreUrl)

const buyer = async (code: string) => (await insertUser(pool, { role: 'buyer', passwordHash: 'x', code })).id
const shop = async () => (await insertBusiness(pool, { passwordHash: 'x', plan: 'starter', status: 'suspended', perks: ['1.0'] })).id
const admin = async (email: string) => (await createStaff(pool, { email, role: 'admin', firstName: 'Firstname', lastName: 'Lastname', language: 'en' }))!.id

/** Of each: whether anything says who it is. */
async function known(...ids: number[]): Promise<boolean[]> {
  const { rows } = await pool.query<{ id: number; known: boolean }>(
    `SELECT id, erased_at IS NULL OR first_name <> '' OR email NOT LIKE '%@hatik.invalid' AS known FROM users WHERE id = ANY($1)`,
    [ids],
  )
  return ids.map((id) => rows.find((row) => row.id === id)!.known)
}
const farewells = async (id: number) => (await pool.query('SELECT FROM mail_outbox WHERE cause = $1', [`account-deleted:${id}`])).rowCount
async function typesOn(stream: string): Promise<string[]> {
  const reader = store.openLogReader([stream])
  const { events } = await reader.read(null, 1_000)
  await reader.close()
  return events.map(({ type }) => type)
}

/** The rows as a backup from before the erasure has them, with what the outbox of that time knew. */
async function bringBack(id: number, rows: { email: string; code?: string }): Promise<void> {
  await pool.query('DELETE FROM event_outbox WHERE stream IN ($1, $2)', [personStream(id), businessStream(id)])
  await pool.query('DELETE FROM event_streams WHERE stream IN ($1, $2)', [personStream(id), businessStream(id)])
  await pool.query('DELETE FROM account_closings WHERE user_id = $1', [id])
  await pool.query('DELETE FROM mail_outbox WHERE user_id = $1', [id])
  await pool.query('DELETE FROM retired_codes WHERE buyer_code = $1', [rows.code])
  await pool.query(`UPDATE users SET email = $2, first_name = 'Firstname', buyer_code = $3, erased_at = NULL WHERE id = $1`, [id, rows.email, rows.code ?? null])
  await pool.query(`UPDATE business_profiles SET status = 'suspended', business_name = 'Name' WHERE user_id = $1`, [id])
}

it('who cannot sign in is erased by number as if she had left: rows, perks, the closing of the accounts, one last mail, and the note in the log', async () => {
  const [ani, cafe, stays] = [await buyer('AR2101'), await shop(), await buyer('AR2102')]
  expect(await command('erase', String(ani), String(cafe), '--yes')).toBe(
    `Number ${ani} is erased. The worker closes the accounts in the ledger and removes the files.\nNumber ${cafe} is erased. The worker closes the accounts in the ledger and removes the files.\n`,
  )
  expect(await known(ani, cafe, stays)).toEqual([false, false, true])
  expect((await pool.query('SELECT user_id AS id, role FROM account_closings ORDER BY 1')).rows).toEqual([{ id: ani, role: 'buyer' }, { id: cafe, role: 'business' }])
  expect((await pool.query('SELECT p.status, p.business_name AS name, k.deleted_at IS NULL AS offered FROM business_profiles p JOIN perks k ON k.business_profile_id = p.id WHERE user_id = $1', [cafe])).rows).toEqual([
    { status: 'closed', name: 'Closed business', offered: false },
  ])
  expect([await farewells(ani), await farewells(cafe)]).toEqual([1, 1])
  await relayEvents(pool, store)
  expect([await typesOn(personStream(ani)), await typesOn(businessStream(cafe))]).toEqual([['PersonErased'], ['BusinessClosed', 'PerkDeleted']])
})

it('without --yes it tells who they are, and nobody is erased: a number is soon mistyped', async () => {
  const ani = await buyer('AR2105')
  const { email } = (await pool.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [ani])).rows[0]!
  await expect(command('erase', '999999', String(ani))).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(`^Number ${ani}: buyer, ${email}, since 20\\d\\d-\\d\\d-\\d\\d\n$`) as string,
    stderr: expect.stringContaining('Nobody is erased yet') as string,
  })
  expect(await known(ani)).toEqual([true])
})

it('nobody, the same person twice and the last administrator are told as such, and keep nobody else; what is no number is not understood', async () => {
  const [ani, last] = [await buyer('AR2103'), await admin('last@hatik.test')]
  const refused = await command('erase', '999999', String(last), String(ani), '--yes').catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`Number ${ani} is erased`) as string,
    stderr: `Number 999999 is nobody here, or is erased already.\nNumber ${last} is the last administrator. Make another one first: npm run admin -- create EMAIL\n`,
  })
  expect(await known(ani, last)).toEqual([false, true])
  await expect(command('erase', String(ani), '--yes')).rejects.toMatchObject({ code: 1 })
  for (const words of [[], ['ani@hatik.test'], [String(last), 'x'], ['0']]) await expect(command('erase', ...words, '--yes')).rejects.toMatchObject({ code: 2 })
  await expect(command('remove', 'last@hatik.test', '--yes')).rejects.toMatchObject({ code: 2 })
  expect(await known(last)).toEqual([true])
})

it('after a backup is restored the log names everybody who was erased, also a buyer without an account and an administrator; erased again, they hear of it no second time', async () => {
  const [ani, cafe, gone] = [await buyer('AR2104'), await shop(), await admin('gone@hatik.test')]
  await admin('stays@hatik.test')
  await command('erase', String(ani), String(cafe), String(gone), '--yes')
  await relayEvents(pool, store)
  expect(await afterRestore()).not.toContain('To erase them again')

  await bringBack(ani, { email: 'ani@back.test', code: 'AR2104' })
  await bringBack(cafe, { email: 'cafe@back.test' })
  await bringBack(gone, { email: 'gone@back.test' })
  const told = await afterRestore()
  expect(told).toContain(`Buyers who had left, as the log says, and are known here: ${ani}.\n`)
  expect(told).toContain(`Administrators and auditors who had been removed, as the log says, and can sign in here: ${gone}.\n`)
  expect(told).toContain(`To erase them again: npm run admin -- erase ${cafe} ${ani} ${gone} --yes\n`)

  await command('erase', String(cafe), String(ani), String(gone), '--yes')
  expect(await known(ani, cafe, gone)).toEqual([false, false, false])
  expect([await farewells(ani), await farewells(cafe)]).toEqual([0, 0])
  expect((await relayEvents(pool, store)).stuck).toEqual([])
  expect(await typesOn(personStream(ani))).toEqual(['PersonErased'])
  expect(await afterRestore()).not.toContain('To erase them again')
})

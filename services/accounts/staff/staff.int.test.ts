import { expect, it } from 'vitest'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { hashPassword } from '../passwords.ts'
import { administratorByPassword, countAdministrators, createStaff, setStaffPassword } from './staff.ts'

const { pool } = await testDatabase()

const OWN = 'Another-horse-2'
const create = async (email: string, role: 'admin' | 'auditor') =>
  (await createStaff(pool, { email, role, firstName: 'Firstname', lastName: 'Lastname', language: 'en' }))!
async function withOwnPassword(email: string, role: 'admin' | 'auditor'): Promise<number> {
  const { id } = await create(email, role)
  expect(await setStaffPassword(pool, { userId: id, epoch: 0 }, await hashPassword(OWN))).toMatchObject({ id })
  return id
}

it('an administrator counts with a verified address and a changed first password: no auditor, and nobody who left', async () => {
  const first = await create('first@hatik.test', 'admin')
  expect([
    await countAdministrators(pool),
    await administratorByPassword(pool, 'first@hatik.test', first.password),
  ]).toEqual([0, undefined])
  await withOwnPassword('auditor@hatik.test', 'auditor')
  expect([await countAdministrators(pool), await administratorByPassword(pool, 'auditor@hatik.test', OWN)]).toEqual([
    0,
    undefined,
  ])

  const id = await withOwnPassword('admin@hatik.test', 'admin')
  expect(await countAdministrators(pool)).toBe(1)
  expect(await administratorByPassword(pool, 'ADMIN@hatik.test', OWN)).toBe(id)
  expect(await administratorByPassword(pool, 'admin@hatik.test', 'Wrong-horse-1')).toBeUndefined()
  expect(await administratorByPassword(pool, 'nobody@hatik.test', OWN)).toBeUndefined()

  await pool.query('UPDATE users SET email_verified = false WHERE id = $1', [id])
  expect([await countAdministrators(pool), await administratorByPassword(pool, 'admin@hatik.test', OWN)]).toEqual([
    0,
    undefined,
  ])
})

it('a staff password is set only for staff, and only under a valid session (R98)', async () => {
  const { id } = await create('session@hatik.test', 'admin')
  await pool.query('UPDATE users SET session_epoch = 3 WHERE id = $1', [id])
  expect(await setStaffPassword(pool, { userId: id, epoch: 2 }, await hashPassword(OWN))).toBeUndefined()
  expect(await setStaffPassword(pool, { userId: id, epoch: 3 }, await hashPassword(OWN))).toMatchObject({
    id,
    sessionEpoch: 4,
  })
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO users (email, password, role, first_name, last_name) VALUES ('cafe@hatik.test', '!', 'business', '', '') RETURNING id`,
  )
  expect(await setStaffPassword(pool, { userId: rows[0]!.id, epoch: 0 }, await hashPassword(OWN))).toBeUndefined()
})

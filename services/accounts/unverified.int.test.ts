import { expect, it } from 'vitest'
import { testDatabase } from '../../infra/quality/test-database.ts'
import { waitUntil } from '../../infra/quality/wait-until.ts'
import { signUpBuyer } from './sign-up.ts'
import { eraseUnverified } from './unverified.ts'

const { pool } = await testDatabase({ max: 5 })

it('whoever opens the link while she is about to be forgotten stays: she is judged as she is once her row is held (decision 35)', async () => {
  const person = { email: 'ani@hatik.test', passwordHash: '!', firstName: 'Ani', lastName: 'Buyer', language: 'am' } as const
  const { id } = await signUpBuyer(pool, person, { secret: 'a secret of at least thirty-two signs', key: undefined, now: new Date() })
  const link = await pool.connect()
  await link.query('BEGIN')
  await link.query('UPDATE users SET email_verified = true WHERE id = $1', [id])
  const erased = eraseUnverified(pool, { userId: id, role: 'buyer' }, new Date(), async () => expect.fail('a buyer is no business'))
  await waitUntil('the erasure waits for the row', async () => (await pool.query('SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())')).rowCount)
  await link.query('COMMIT')
  link.release()
  expect(await erased).toBe(false)
  expect((await pool.query('SELECT email, email_verified AS verified FROM users WHERE id = $1', [id])).rows).toEqual([{ email: 'ani@hatik.test', verified: true }])
})

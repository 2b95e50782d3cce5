import { expect, it } from 'vitest'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { signUpBuyer } from './sign-up.ts'
import { eraseUnverified, unverifiedToErase } from './unverified.ts'

const { pool } = await testDatabase({ max: 5 })

it('a person who opens the link during the erasure stays: the decision is made under the row lock (decision 35)', async () => {
  const person = {
    email: 'ani@hatik.test',
    passwordHash: '!',
    firstName: 'Ani',
    lastName: 'Buyer',
    language: 'am',
  } as const
  const { id } = await signUpBuyer(pool, person, {
    secret: 'a secret of at least thirty-two signs',
    key: undefined,
    now: new Date(),
  })
  const link = await pool.connect()
  await link.query('BEGIN')
  await link.query('UPDATE users SET email_verified = true WHERE id = $1', [id])
  const erased = eraseUnverified(pool, { userId: id, role: 'buyer' }, new Date(), async () =>
    expect.fail('a buyer is no business'),
  )
  await waitUntil(
    'the erasure waits for the row',
    async () =>
      (
        await pool.query(
          'SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())',
        )
      ).rowCount,
  )
  await link.query('COMMIT')
  link.release()
  expect(await erased).toBe(false)
  expect((await pool.query('SELECT email, email_verified AS verified FROM users WHERE id = $1', [id])).rows).toEqual([
    { email: 'ani@hatik.test', verified: true },
  ])
})

it('all due accounts are erased, even behind a hundred whose erasure always fails (decision 35)', async () => {
  const expected = 150
  await pool.query(
    `INSERT INTO users (email, password, role, first_name, last_name, email_verification_expires)
     SELECT 'stuck-' || n || '@hatik.test', '!', 'business', 'A', 'B', now() - interval '60 days' FROM generate_series(1, $1) AS n`,
    [expected],
  )
  await pool.query(
    `INSERT INTO business_profiles (user_id, business_name, slug) SELECT id, 'Stuck', 'stuck-' || id FROM users WHERE email LIKE 'stuck-%'`,
  )
  const met = new Set<number>()
  for (let round = 0; round < 60; round += 1)
    for (const { userId } of await unverifiedToErase(pool, new Date())) met.add(userId)
  expect(met.size).toBe(expected)
})

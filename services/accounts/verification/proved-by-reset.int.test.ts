import { expect, it } from 'vitest'
import { insertBusiness } from '../../../infra/testing/people/people-rows.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { answerMailRequests, requestMail } from '../mail-requests.ts'
import { resetPassword } from '../reset-password.ts'
import { tokenOf } from '../tokens.ts'

const SECRET = 'a secret of at least thirty-two signs'
const { pool } = await testDatabase()

it('a business that proves its address by a reset link gets the mail of a received registration, once (R122, H19)', async () => {
  const { id, email } = await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status: 'pending', perks: [] })
  await pool.query('UPDATE users SET email_verified = false WHERE id = $1', [id])
  for (const passwordHash of ['!1', '!2']) {
    await requestMail(pool, { kind: 'reset_password', email, language: 'en' })
    await answerMailRequests(pool, { secret: SECRET, now: new Date() })
    const { rows } = await pool.query<{ seed: string }>(
      `SELECT parameters ->> 'seed' AS seed FROM mail_outbox WHERE user_id = $1 AND template = 'reset_password' ORDER BY created_at DESC LIMIT 1`,
      [id],
    )
    expect(
      await resetPassword(pool, { token: tokenOf(SECRET, 'reset', rows[0]!.seed), passwordHash }, new Date()),
    ).toMatchObject({ id, emailVerified: true })
  }
  expect(
    (await pool.query(`SELECT FROM mail_outbox WHERE user_id = $1 AND template = 'registration_received'`, [id]))
      .rowCount,
  ).toBe(1)
})

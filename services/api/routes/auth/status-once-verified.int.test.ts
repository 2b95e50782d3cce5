import { expect, it } from 'vitest'
import { setAutoApproved } from '#businesses/status/auto-approve.ts'
import { createBusinesses } from '#businesses/profile/businesses.ts'
import { testDatabase } from '../../../../infra/testing/servers/test-database.ts'
import { insertBusiness } from '../../../../infra/testing/people/people-rows.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import { statusOnceVerified } from './status-once-verified.ts'

const { pool } = await testDatabase({ max: 6 })

it('a link opened twice at once reports an active business to both, whichever approved it (H21, R125)', async () => {
  await setAutoApproved(pool, ['individual'], 1)
  const { id } = await insertBusiness(pool, { passwordHash: 'x', plan: 'starter', status: 'pending', perks: [] })
  await pool.query(`UPDATE users SET legal_status = 'individual', email_verified = true WHERE id = $1`, [id])
  const deps = { pool, businesses: createBusinesses(pool), now: () => new Date() }
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT FROM business_profiles WHERE user_id = $1 FOR UPDATE', [id])
    const both = [1, 2].map(() => statusOnceVerified(deps, { id, role: 'business' }, 'test'))
    await waitUntil(
      'both want to approve it',
      async () =>
        (
          await pool.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rowCount === 2,
    )
    await client.query('COMMIT')
    expect(await Promise.all(both)).toEqual(['active', 'active'])
  } finally {
    client.release()
  }
})

it('approves nobody unverified, or with a legal status that needs an administrator (H21)', async () => {
  await setAutoApproved(pool, ['individual'], 1)
  const deps = { pool, businesses: createBusinesses(pool), now: () => new Date() }
  for (const [legalStatus, isVerified, status] of [
    ['individual', false, 'pending'],
    ['llc', true, 'pending'],
    ['individual', true, 'active'],
  ] as const) {
    const { id } = await insertBusiness(pool, { passwordHash: 'x', plan: 'starter', status: 'pending', perks: [] })
    await pool.query('UPDATE users SET legal_status = $2, email_verified = $3 WHERE id = $1', [
      id,
      legalStatus,
      isVerified,
    ])
    expect([legalStatus, isVerified, await statusOnceVerified(deps, { id, role: 'business' }, 'test')]).toEqual([
      legalStatus,
      isVerified,
      status,
    ])
  }
})

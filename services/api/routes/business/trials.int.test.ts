import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAfterTrials } from '#businesses/plans/trials.ts'
import { eventsOfBusiness } from '../../../../infra/testing/people/business-events.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

describe('trials (H22, H23)', () => {
  it('warns a week and a day before, ends in its last second in Yerevan, with one event and one mail each, however often the chore runs', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const end = new Date('2031-02-28T19:59:59.000Z')
    await product.pool.query('UPDATE business_profiles SET trial_end_date = $2 WHERE user_id = $1', [cafe.id, end])
    const run = async (at: string) => {
      await Promise.all([lookAfterTrials(product.pool, new Date(at)), lookAfterTrials(product.pool, new Date(at))])
      const mails = await product.pool.query<{ cause: string }>(
        `SELECT cause FROM mail_outbox WHERE user_id = $1 ORDER BY created_at`,
        [cafe.id],
      )
      const status = await product.pool.query<{ status: string }>(
        'SELECT status FROM business_profiles WHERE user_id = $1',
        [cafe.id],
      )
      return [status.rows[0]?.status, ...mails.rows.map(({ cause }) => cause.split(':')[0])]
    }
    expect(await run('2031-02-20T19:59:59Z')).toEqual(['active'])
    expect(await run('2031-02-20T20:00:01Z')).toEqual(['active', 'trial-ending-7'])
    expect(await run('2031-02-26T10:00:00Z')).toEqual(['active', 'trial-ending-7'])
    expect(await run('2031-02-26T20:00:00Z')).toEqual(['active', 'trial-ending-7', 'trial-ending-1'])
    expect(await run('2031-02-28T19:59:58Z')).toEqual(['active', 'trial-ending-7', 'trial-ending-1'])
    expect(await run('2031-02-28T19:59:59Z')).toEqual([
      'trial_expired',
      'trial-ending-7',
      'trial-ending-1',
      'trial_expired',
    ])
    expect(await run('2031-03-02T10:00:00Z')).toEqual([
      'trial_expired',
      'trial-ending-7',
      'trial-ending-1',
      'trial_expired',
    ])
    const events = await eventsOfBusiness(product, cafe.id, 1)
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['TrialExpired', { trialEndedAt: '2031-02-28T19:59:59.000Z' }],
    ])
  })

  it('warns even behind thousands on their last day without the first warning', async () => {
    const end = new Date('2032-02-28T19:59:59Z')
    const thousands = await product.pool.query<{ id: number }>(
      `WITH people AS (INSERT INTO users (email, password, role, first_name, last_name, email_verified)
         SELECT 'late-' || n || '@hatik.test', '', 'business', 'Firstname', 'Lastname', true FROM generate_series(1, 5000) n RETURNING id),
       profiles AS (INSERT INTO business_profiles (user_id, business_name, slug, status, trial_end_date) SELECT id, 'Late', 'late-' || id, 'active', $1 FROM people),
       mails AS (INSERT INTO mail_outbox (id, cause, template, user_id) SELECT gen_random_uuid(), 'trial-ending-1:' || id || ':' || extract(epoch FROM $1::timestamptz)::bigint, 'trial_ending', id FROM people)
       SELECT id FROM people`,
      [end],
    )
    const inTime = await product.business({ plan: 'starter' })
    await product.pool.query('UPDATE business_profiles SET trial_end_date = $2 WHERE user_id = $1', [
      inTime.id,
      new Date('2032-03-04T19:59:59Z'),
    ])
    const round = await lookAfterTrials(product.pool, new Date('2032-02-28T10:00:00Z'))
    const ids = thousands.rows.map(({ id }) => id)
    await product.pool.query('DELETE FROM mail_outbox WHERE user_id = ANY($1)', [ids])
    await product.pool.query('DELETE FROM business_profiles WHERE user_id = ANY($1)', [ids])
    await product.pool.query('DELETE FROM users WHERE id = ANY($1)', [ids])
    expect(round.warned).toBe(1)
    const mails = await product.pool.query<{ cause: string }>('SELECT cause FROM mail_outbox WHERE user_id = $1', [
      inTime.id,
    ])
    expect(mails.rows.map(({ cause }) => cause.split(':')[0])).toEqual(['trial-ending-7'])
  })

  it('skips businesses that have paid, are suspended, or have time left', async () => {
    const [paid, suspended] = [await product.business(), await product.business({ status: 'suspended' })]
    await product.pool.query(
      `UPDATE business_profiles SET trial_end_date = '2020-01-31T19:59:59Z', subscription_start_date = CASE WHEN status = 'active' THEN now() END WHERE user_id = ANY($1)`,
      [[paid.id, suspended.id]],
    )
    await lookAfterTrials(product.pool, new Date())
    const left = await product.pool.query<{ status: string }>(
      'SELECT status FROM business_profiles WHERE user_id = ANY($1) ORDER BY user_id',
      [[paid.id, suspended.id]],
    )
    expect(left.rows.map(({ status }) => status)).toEqual(['active', 'suspended'])
  })
})

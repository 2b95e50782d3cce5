import { describe, expect, it } from 'vitest'
import { systemCommandId, type Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { createPerk } from './keep-perks.ts'

const coffee = { name: 'Coffee', description: 'Black', costTenths: 50 }

const { pool } = await testDatabase({ max: 20 })

async function business(plan: string, nextPlan?: string): Promise<number> {
  const email = `business-${Math.random()}@hatik.test`
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO users (email, password, role, first_name, last_name) VALUES ($1, 'x', 'business', 'A', 'B') RETURNING id`,
    [email],
  )
  const id = rows[0]!.id
  await pool.query(
    `INSERT INTO business_profiles (user_id, business_name, slug, status, subscription_plan, next_plan, next_cycle)
     VALUES ($1, 'B', $2, 'active', $3, $4, $5)`,
    [id, `b-${id}`, plan, nextPlan ?? null, nextPlan ? 'monthly' : null],
  )
  return id
}

const recording = (): Recording => ({
  commandId: systemCommandId(`keep-perks-test:${Math.random()}`),
  actor: { userId: 1, role: 'business' },
  correlationId: 'test',
  at: new Date(),
})
const outcome = (made: object) => ('refused' in made ? made.refused : 'made')
const begin = async (): Promise<PoolClient> => {
  const client = await pool.connect()
  await client.query('BEGIN')
  return client
}

describe('the limit of perks', () => {
  it('holds for a call that waits while another perk is made: it counts committed perks (R155)', async () => {
    const id = await business('starter')
    const [first, second] = [await begin(), await begin()]
    try {
      const made = await createPerk(first, id, coffee, recording())
      const waiting = createPerk(second, id, coffee, recording())
      await waitUntil(
        'the second one waits for the first',
        async () => {
          const { rows } = await pool.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
          return rows.length > 0
        },
        5_000,
      )
      await first.query('COMMIT')
      expect([outcome(made), outcome(await waiting)]).toEqual(['made', 'perk_limit_reached'])
      await second.query('COMMIT')
    } finally {
      first.release(true)
      second.release(true)
    }
  })

  it('20 at once make exactly as many as the plan has', async () => {
    for (const [plan, wanted] of [
      ['starter', 1],
      ['standard', 5],
    ] as const) {
      const id = await business(plan)
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => inTransaction(pool, (client) => createPerk(client, id, coffee, recording()))),
      )
      expect(outcomes.map(outcome).filter((each) => each === 'made')).toHaveLength(wanted)
    }
  })

  it('is the smaller one while a downgrade waits for the end of the period (R155)', async () => {
    const id = await business('prime', 'starter')
    const make = () => inTransaction(pool, (client) => createPerk(client, id, coffee, recording()))
    expect([outcome(await make()), outcome(await make())]).toEqual(['made', 'perk_limit_reached'])
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { signIn, type Post } from '../import/api-session.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { foldStore } from './independent-fold.ts'
import { startInstallation, type Installation, type Part } from './installation.ts'

const AWARDS = 1_000
const IN_FLIGHT = 24
const AMOUNT_AMD = 500
/** Every so many awards, the last one is corrected to twice its amount. */
const CORRECTED_EACH = 100
const BUYERS = Array.from({ length: 12 }, (_, index) => `KH${String(index + 1).padStart(4, '0')}`)

let installation: Installation
let pool: Pool
let cafe: { userId: number; post: Post }
beforeAll(async () => {
  installation = await startInstallation()
  pool = createPool(installation.databaseUrl, { max: 2, name: 'hatik-test' })
  cafe = await signIn(installation.address, 'cafe@hatik.test', 'Hatik-demo-1')
}, 240_000)
afterAll(async () => {
  await pool.end()
  await installation.stop()
})

const inTheLog = () => foldStore(installation.eventStoreUrl)

async function inTheReadModels() {
  const { rows } = await pool.query<{ stream: string; balance: number }>(
    `SELECT 'account-' || business_id || '.' || buyer_id AS stream, balance_tenths AS balance FROM read.account_balances`,
  )
  const movements = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM read.movements')
  return { balances: new Map(rows.map((row) => [row.stream, row.balance])), movements: movements.rows[0]?.n }
}

const issuedByCafe = async () =>
  (
    await pool.query<{ n: number }>('SELECT issued_tenths AS n FROM read.business_stats WHERE business_id = $1', [
      cafe.userId,
    ])
  ).rows[0]?.n ?? 0

async function caughtUp(): Promise<void> {
  await waitUntil(
    'the read models have caught up',
    async () => {
      const answer = await fetch(`${installation.address}/api/health/ready`).catch(() => undefined)
      const body = answer && ((await answer.json()) as { status: string; projection: { caughtUp: boolean } })
      return body?.status === 'ready' && body.projection.caughtUp
    },
    60_000,
  )
}

describe.each<Part>(['api', 'worker', 'store', 'redis', 'postgres'])(
  'kill -9 of the %s during a thousand awards and ten corrections',
  (part) => {
    it('loses and duplicates no acknowledged write, and the read models equal the fold of the log', async () => {
      const before = { log: await inTheLog(), issued: await issuedByCafe() }
      const victim = await installation.pidOf(part)
      let sent = 0
      let acknowledged = 0
      let killed: Promise<void> | undefined
      const lane = async () => {
        while (sent < AWARDS) {
          const index = (sent += 1)
          if (index === AWARDS / 2) killed = installation.kill(part)
          const reply = await cafe.post(`/api/business/${cafe.userId}/award-points`, randomUUID(), {
            buyerId: BUYERS[index % BUYERS.length],
            amountSpent: AMOUNT_AMD,
          })
          expect(reply).toMatchObject({ status: 200, body: { points: 1 } })
          acknowledged += 1
          if (index % CORRECTED_EACH !== 0) continue
          const path = `/api/business/${cafe.userId}/awards/${String(reply.body['awardId'])}/correct`
          const body = { amountSpent: 2 * AMOUNT_AMD, reason: 'wrong amount' }
          expect(await cafe.post(path, randomUUID(), body)).toMatchObject({ status: 200, body: { points: 2 } })
        }
      }
      await Promise.all(Array.from({ length: IN_FLIGHT }, lane))
      await killed
      await caughtUp()

      expect(await installation.pidOf(part)).not.toBe(victim)
      const log = await inTheLog()
      expect(acknowledged).toBe(AWARDS)
      expect(log.awards.size - before.log.awards.size).toBe(AWARDS)
      expect([...log.awards.values()].every((times) => times === 1)).toBe(true)
      const shown = await inTheReadModels()
      expect(shown.balances).toEqual(log.balances)
      expect(shown.movements).toBe(log.movements)
      expect(log.lowestTenths).toBe(0)
      expect((await issuedByCafe()) - before.issued).toBe((AWARDS + AWARDS / CORRECTED_EACH) * 10)
    }, 180_000)
  },
)

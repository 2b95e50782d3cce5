import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awardReplySchema } from '#contracts/calls/business.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { AWARD_RULE } from '#contracts/units/points.ts'
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { readEnv } from '#platform/env/env.ts'
import { dropDatabase, eventsDatabase } from '../../local/servers/database.ts'
import { testServices, type TestServices } from '../../testing/harness.ts'
import { startLoad, type Load } from '../load/load.ts'
import type { Sessions } from '../load/protocol.ts'
import { businessIdOf, buyerCodeOf, buyerIdOf, HOT_BUSINESS } from '../people.ts'
import { CRUD_ARMS, mistakesIn, SIDE_BY_SIDE, type Acknowledged, type Arm, type ArmName } from './arm.ts'
import { startCrudArm } from './crud.ts'
import { startOurs, type Product } from './ours.ts'
import { signEverybodyIn } from './sessions.ts'

let services: TestServices
let sessions: Sessions
let load: Load
let product: Product
const arms = new Map<ArmName, Arm>()
const urls: Record<string, string> = {}
const acknowledged = new Map<ArmName, Acknowledged>()

beforeAll(async () => {
  services = await testServices({ eventStore: false, migrate: false })
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
    SMTP_URL: 'smtp://127.0.0.1:1',
    HOST: '127.0.0.1',
    SESSION_SECRET: 'a secret of the benchmark arms test',
    LOG_LEVEL: 'warn',
  }
  for (const name of SIDE_BY_SIDE) urls[name] = `${services.databaseUrl}_${name.replace('-', '_')}`
  product = await startOurs(urls['ours']!, env, { EVENTSTORE_ALLOW_UNSAFE: '1' })
  arms.set('ours', product.arms[0])
  for (const name of CRUD_ARMS) arms.set(name, await startCrudArm(name, urls[name]!, env))
  for (const name of arms.keys()) acknowledged.set(name, { awards: 0, tenths: 0 })
  sessions = await signEverybodyIn(readEnv(env))
  load = await startLoad(sessions)
})

afterAll(async () => {
  load?.close()
  for (const arm of arms.values()) await arm.stop()
  await product?.stop()
  for (const url of Object.values(urls)) {
    await dropDatabase(url)
    await dropDatabase(eventsDatabase(url))
  }
  await services?.close()
})

type Ask = { business?: number; cookie?: string; key?: string; buyerCode?: string; amountSpent?: unknown }

async function ask(
  name: ArmName,
  {
    business = HOT_BUSINESS,
    cookie = sessions.businesses[HOT_BUSINESS],
    key,
    buyerCode = buyerCodeOf(7),
    amountSpent = 1_250,
  }: Ask,
) {
  const { host, port } = arms.get(name)!.host
  const answer = await fetch(`http://${host}:${port}/api/business/${businessIdOf(business)}/award-points`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: cookie ?? '',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify({ buyerId: buyerCode, amountSpent }),
  })
  return { status: answer.status, body: (await answer.json()) as { code?: string; awardId?: string } }
}

async function mistakes(name: ArmName): Promise<string[]> {
  return mistakesIn(acknowledged.get(name)!, await arms.get(name)!.books())
}

describe.each(SIDE_BY_SIDE)('the arm %s', (name) => {
  it('an arm awards once per key and repeats the first response', async () => {
    const first = await ask(name, { key: 'contract-key-1' })
    expect(first.status).toBe(200)
    expect(awardReplySchema.parse(first.body)).toMatchObject({
      points: 2.5,
      buyerId: buyerCodeOf(7),
      amountSpent: 1_250,
      balance: '2.5',
    })
    const again = await ask(name, { key: 'contract-key-1' })
    expect(again).toEqual(first)
    expect(await ask(name, { key: 'contract-key-1', amountSpent: 1_300 })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    })
    acknowledged.set(name, { awards: 1, tenths: 25 })
    expect(await mistakes(name)).toEqual([])
  })

  it.each<[string, Ask, number]>([
    ['without a key', {}, 400],
    ['below 50 AMD', { key: 'contract-key-2', amountSpent: 49 }, 400],
    ['without a session', { key: 'contract-key-2', cookie: '' }, 401],
    ["in another business's name", { key: 'contract-key-2', business: 3 }, 403],
    ['to nobody', { key: 'contract-key-2', buyerCode: 'ZZ0000' }, 404],
  ])('an arm awards nothing %s', async (_what, request, status) => {
    expect((await ask(name, request)).status).toBe(status)
    expect(await mistakes(name)).toEqual([])
  })

  it('an arm keeps its books through closed-loop and open-loop loads', async () => {
    const spec = { host: arms.get(name)!.host, seed: 1 }
    const results = [
      await load.run({
        ...spec,
        mix: 'uniform',
        runKey: 'closed',
        loop: { kind: 'closed', inFlight: 8, warmMs: 100, warmAnswers: 10, measureMs: 500 },
      }),
      await load.run({
        ...spec,
        mix: 'hot',
        runKey: 'open',
        loop: { kind: 'open', perSecond: 50, warmMs: 100, measureMs: 500 },
      }),
      await load.run({
        ...spec,
        mix: 'one-account',
        runKey: 'one',
        loop: { kind: 'sequence', awards: [{ business: 5, buyerCode: buyerCodeOf(50), amountAmd: 500 }] },
      }),
    ]
    const total = acknowledged.get(name)!
    for (const { books } of results) {
      expect(books).toMatchObject({ failures: {}, unsettled: 0 })
      total.awards += books.acknowledged
      total.tenths += books.acknowledgedTenths
    }
    expect(results[0]!.answered).toBeGreaterThan(0)
    expect(results[1]!.answered).toBe(25)
    expect(await mistakes(name)).toEqual([])
  })
})

describe('the correctness check', () => {
  it.each<ArmName>(['crud', 'crud-fn'])('catches a duplicate award in %s', async (name) => {
    const pool = createPool(urls[name]!, { max: 1, name: 'test' })
    await pool.query(
      `INSERT INTO txn SELECT gen_random_uuid(), business_id, buyer_id, 'again', amount_amd, tenths, balance_after_tenths FROM txn LIMIT 1`,
    )
    await pool.end()
    expect(await mistakes(name)).toEqual([
      expect.stringContaining('awards in the ledger'),
      expect.stringContaining('tenths in the ledger'),
    ])
  })

  it('catches a duplicate award in crud-full, and one that is missing from the chain', async () => {
    const pool = createPool(urls['crud-full']!, { max: 1, name: 'test' })
    await pool.query(
      `INSERT INTO history SELECT business_id, buyer_id, -1, award_id, type, amount_amd, delta_tenths, balance_tenths, rule,
         actor_id, actor_role, recorded_at, hash FROM history LIMIT 1`,
    )
    await pool.query(`UPDATE chain SET size = size - 1 WHERE business_id = (SELECT business_id FROM history LIMIT 1)`)
    await pool.end()
    expect(await mistakes('crud-full')).toEqual([
      expect.stringContaining('awards in the ledger'),
      expect.stringContaining('tenths in the ledger'),
      '1 keys occur twice in the ledger',
      expect.stringContaining('awards in chain'),
    ])
  })

  it('the correctness check catches a duplicate award in our log, even if every read model agrees with it', async () => {
    const store = createEventStoreGateway(product.eventStoreUrl)
    const stream = accountStream(businessIdOf(HOT_BUSINESS), buyerIdOf(7))
    const [award] = await store.readStream(stream, 0, { deadlineAt: Date.now() + 5_000 })
    const commandId = award!.metadata.commandId
    const { length } = await store.readStream(stream, 0, { deadlineAt: Date.now() + 5_000 })
    const data = { awardId: commandId, amountAmd: 1_250, tenths: 25, rule: AWARD_RULE }
    const twice = [0, 1].map(() => ({
      type: 'PointsAwarded' as const,
      id: randomUUID(),
      data,
      metadata: award!.metadata,
    }))
    expect(await store.append(stream, length - 1, twice, { deadlineAt: Date.now() + 5_000 })).toMatchObject({
      kind: 'written',
    })
    await store.close()
    const found = await mistakes('ours')
    expect(found).toContainEqual(expect.stringContaining('awards in the ledger'))
    expect(found).toContainEqual('1 keys occur twice in the ledger')
    expect(found).toContainEqual(expect.stringContaining('tenths in movements'))
  })
})

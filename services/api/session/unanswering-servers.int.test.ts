/**
 * Servers that accept connections but never answer: callers get a response in time, and everything recovers without a
 * restart.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIVE_MOVED, LIVE_READY } from '#contracts/calls/live.ts'
import { readModels } from '#projections/all.ts'
import { createCatchUp } from '#projections/runtime/catch-up/catch-up.ts'
import { ACCOUNT_UPDATE_CHANNEL } from '#projections/runtime/catch-up/account-update.ts'
import { createGeneration } from '#projections/runtime/generations/generations.ts'
import { arrayLog, History } from '#projections/testing/history.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { COMMAND_WAIT_MS, createRedis } from '#platform/redis/redis.ts'
import { startApi, startWorker } from '../../../infra/local/application.ts'
import { freePort } from '../../../infra/local/ports.ts'
import type { RunningServer } from '../../../infra/local/servers/postgres.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { silentProxy, type SilentProxy } from '../../../infra/testing/servers/silent-proxy.ts'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { createLiveHub } from '../routes/live/live-hub.ts'

/** The browser's timeout. */
const PATIENCE_MS = 15_000

let product: Product
let toRedis: SilentProxy
let toPostgres: SilentProxy
let api: RunningServer
let address: string
let cafe: Person
let ani: Person & { code: string }

beforeAll(async () => {
  product = await startProduct()
  toRedis = await silentProxy(product.services.redisUrl)
  toPostgres = await silentProxy(product.env['DATABASE_URL']!)
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const env = { ...product.env, PORT: String(port), REDIS_URL: toRedis.url, DATABASE_URL: toPostgres.url }
  api = await startApi(env, `${address}/api/health`, () => {})
  cafe = (await product.business()).at(address)
  ani = await product.buyer()
})

afterAll(async () => {
  await api?.stop()
  await toRedis?.close()
  await toPostgres?.close()
  await product?.close()
})

const award = (key: string) =>
  cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 500 }, key)
const stats = () => cafe.get<{ totalPointsIssued: number }>(`/api/business/${cafe.id}/stats`)

async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const startedAt = performance.now()
  return { answer: await work, ms: performance.now() - startedAt }
}

describe.each([
  ['Redis', () => toRedis],
  ['PostgreSQL', () => toPostgres],
] as const)('a silent %s', (_name, proxy) => {
  it('a silent server makes calls answer "busy" in time, and afterwards the same key acts once', async () => {
    const before = await award(randomUUID())
    expect(before.status).toBe(200)
    const issued = (await stats()).body.totalPointsIssued
    const key = randomUUID()

    // Sent before the silence, on connections in use.
    const under = [stats(), award(key)]
    proxy().silence()
    const caught = await timed(Promise.all(under.map((each) => each.then(({ status }) => status))))
    expect(caught.ms).toBeLessThan(PATIENCE_MS)
    for (const status of caught.answer) expect([200, 503, 504]).toContain(status)
    for (const ask of [stats, () => award(key)]) {
      const { answer, ms } = await timed(ask())
      expect([answer.status, answer.body.code]).toEqual([503, 'busy'])
      expect(ms).toBeLessThan(PATIENCE_MS)
    }

    proxy().speak()
    const done = await waitUntil('the award', async () => {
      const answer = await award(key)
      return answer.status === 200 ? answer : undefined
    })
    expect((await award(key)).body).toEqual(done.body)
    expect((await stats()).body.totalPointsIssued).toBe(issued + 1)
  }, 90_000)
})

it('a live stream leaves a dead Redis connection', async () => {
  const live = await fetch(`${address}/api/live`, { headers: { cookie: cafe.cookie } })
  const reader = live.body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  while (!heard.includes(LIVE_READY)) heard += (await reader.read()).value ?? ''
  toRedis.silence()
  const ended = (async () => {
    while (!(await reader.read()).done);
  })()
  setTimeout(toRedis.speak, COMMAND_WAIT_MS)
  await ended
}, 60_000)

it('a subscriber starts once Redis is up, even if it was down at process start', async () => {
  const port = await freePort()
  const subscriber = createRedis(Object.assign(new URL(product.services.redisUrl), { port: String(port) }).href)
  const publisher = createRedis(product.services.redisUrl)
  let attempts = 0
  subscriber.on('reconnecting', () => (attempts += 1))
  let heard = ''
  let redis: SilentProxy | undefined
  const hub = createLiveHub(subscriber, { onBroken: () => {} })
  try {
    hub.open(ani.id, { write: (text) => (heard += text), backlogBytes: () => 0, end: () => {} }, async () => true)
    // By now a command queued for the connection would have failed.
    await waitUntil('attempts in vain', () => attempts > 4)
    redis = await silentProxy(product.services.redisUrl, port)
    await waitUntil('news', async () => {
      await publisher.publish(
        ACCOUNT_UPDATE_CHANNEL,
        JSON.stringify({ position: '1', accounts: [{ businessId: cafe.id, buyerId: ani.id }] }),
      )
      return heard.includes(LIVE_MOVED)
    })
  } finally {
    hub.close()
    subscriber.disconnect()
    publisher.disconnect()
    await redis?.close()
  }
}, 60_000)

it('a command and a query time out, and the next ones use another connection', async () => {
  const redis = createRedis(toRedis.url)
  const pool = createPool(toPostgres.url, { max: 1, name: 'test', answerWaitMs: 500 })
  try {
    await redis.set('hatik:test:silence', '1')
    await pool.query('SELECT 1')
    toRedis.silence()
    toPostgres.silence()
    const [command, query] = await Promise.all([
      redis.get('hatik:test:silence').catch(String),
      pool.query('SELECT 1').catch(String),
    ])
    expect(command).toMatch(/Command timed out|MaxRetriesPerRequest/)
    expect(query).toMatch(/Query read timeout/)
    toRedis.speak()
    toPostgres.speak()
    expect((await pool.query('SELECT 1')).rowCount).toBe(1)
    expect(await waitUntil('Redis', () => redis.get('hatik:test:silence').catch(() => undefined))).toBe('1')
  } finally {
    redis.disconnect()
    await pool.end()
  }
}, 30_000)

it('an unanswered projection run fails, and the next continues from the checkpoint', async () => {
  const generation = await createGeneration(product.pool, readModels)
  // The worker's role: the API may not project.
  const asWorker = Object.assign(new URL(product.workerEnv['DATABASE_URL']!), {
    host: new URL(toPostgres.url).host,
  }).href
  const pool = createPool(asWorker, { max: 1, name: 'test', answerWaitMs: 500 })
  const history = new History()
  const run = createCatchUp({ pool, log: arrayLog(history.events), readModels, generation })
  try {
    history.award({ businessId: 1, buyerId: 1 }, 5_000)
    expect(await run()).toMatchObject({ applied: 1 })
    history.award({ businessId: 1, buyerId: 1 }, 5_000)
    toPostgres.silence()
    await expect(run()).rejects.toThrow('Query read timeout')
    toPostgres.speak()
    expect(await run()).toMatchObject({ applied: 1, position: history.events.at(-1)!.position })
  } finally {
    await pool.end()
  }
}, 30_000)

it('the worker projects awards even if Redis is silent', async () => {
  await product.worker.stop()
  const worker = await startWorker({ ...product.workerEnv, REDIS_URL: toRedis.url }, () => {})
  const here = cafe.at(product.address)
  const awardAndSee = async (what: string) => {
    const { awardId } = (
      await here.write<{ awardId: string }>('POST', `/api/business/${cafe.id}/award-points`, {
        buyerId: ani.code,
        amountSpent: 500,
      })
    ).body
    await waitUntil(what, async () => {
      const { awards } = (await here.get<{ awards: { awardId: string }[] }>(`/api/business/${cafe.id}/awards`)).body
      return awards.some((award) => award.awardId === awardId)
    })
  }
  try {
    await awardAndSee('the first award')
    toRedis.silence()
    await awardAndSee('the award in the silence')
    toRedis.speak()
    await awardAndSee('the award after it')
  } finally {
    toRedis.speak()
    await worker.stop()
    await product.restartWorker()
  }
}, 60_000)

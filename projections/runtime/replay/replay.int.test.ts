import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DiffSample, TableDiff } from '#contracts/calls/staff/admin.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { testServices, type TestServices } from '../../../infra/testing/harness.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { readModels } from '../../all.ts'
import { foldLog, readTables } from '../../testing/fold.ts'
import { firstDay } from '../../testing/first-day.ts'
import { arrayLog, History } from '../../testing/history.ts'
import { createCatchUp } from '../catch-up/catch-up.ts'
import { listCheckpoints, liveCheckpoint } from '../catch-up/checkpoints.ts'
import { digestGeneration } from '../generations/generations.ts'
import { currentReplay, moveReplay, pastReplays, startReplay } from './replay-control.ts'
import { createReplayRunner } from './replay-runner.ts'

let services: TestServices
let pool: Pool

beforeAll(async () => {
  // This file has its own Redis, because messages in the shared one reach parallel tests.
  services = await testServices({ eventStore: false, redis: 'own' })
  pool = createPool(services.databaseUrl, { max: 12, name: 'test' })
})

afterAll(async () => {
  await pool?.end()
  await services?.close()
})

beforeEach(async () => {
  await pool.query('DELETE FROM replays')
  await firstDay(pool)
})

/** A fixed valid history of 3 businesses and 12 buyers. */
function market(rounds: number): History {
  const history = new History()
  for (let round = 0; round < rounds; round += 1) {
    const who = { businessId: 11 + (round % 3), buyerId: 101 + (round % 12) }
    const awardId = history.award(who, 5_000 + 50 * round)
    if (round % 3 === 0) history.use(who, history.redeem(who, 20))
    if (round % 4 === 0) history.cancel(who, history.redeem(who, 30))
    if (round % 7 === 0) history.redeem(who, 10)
    if (round % 11 === 0) history.void(who, awardId)
  }
  return history
}

const live = (history: History) => createCatchUp({ pool, log: arrayLog(history.events), readModels })
const runner = (history: History, more: Partial<Parameters<typeof createReplayRunner>[0]> = {}) =>
  createReplayRunner({ pool, openLog: () => arrayLog(history.events), readModels, ...more })
const start = () => startReplay(pool, { reason: 'a test', startedBy: 1 })
const worst = (tables: readonly TableDiff[]) =>
  tables.filter(({ changed, missing, extra, note }) => changed + missing + extra > 0 || note !== null)

describe('a replay beside the live generation', () => {
  it('is equal, byte for byte, and announces nothing meanwhile (R235)', async () => {
    const history = market(200)
    await live(history)()
    const heard: string[] = []
    const redis = new Redis(services.redisUrl)
    await redis.psubscribe('*')
    redis.on('pmessage', (_pattern, channel) => heard.push(channel))
    const outbox = 'SELECT (SELECT count(*) FROM mail_outbox) + (SELECT count(*) FROM event_outbox) AS waiting'
    const before = await pool.query(outbox)
    const listener = await pool.connect()
    listener.on('notification', ({ channel }) => heard.push(channel))
    await listener.query('LISTEN hatik_checkpoint')

    const replay = await start()
    expect(await runner(history, { batchEvents: 50 }).run()).toBe('worked')

    const ready = await currentReplay(pool)
    expect(ready).toMatchObject({ state: 'ready', events: history.events.length, eventsTotal: history.events.length })
    expect(worst(ready!.diff!.tables)).toEqual([])
    expect(ready!.diff!.tables.map(({ table }) => table)).toEqual(readModels.map(({ table }) => table))
    const served = await liveCheckpoint(pool)
    expect(await digestGeneration(pool, replay!.generation, readModels)).toEqual(
      await digestGeneration(pool, served!.generation, readModels),
    )
    await listener.query('SELECT 1')
    await redis.ping()
    expect(heard).toEqual([])
    expect((await pool.query(outbox)).rows).toEqual(before.rows)
    await listener.query('UNLISTEN *')
    listener.release()
    redis.disconnect()
  })

  it('shows its progress, and continues after the worker was killed', async () => {
    const history = market(300)
    await live(history)()
    const whole = arrayLog(history.events)
    let reads = 0
    const dying = {
      ...whole,
      read: async (after: bigint | null, limit: number) => {
        reads += 1
        if (reads > 4) throw new Error('killed')
        return whole.read(after, limit)
      },
    }
    await start()
    await expect(runner(history, { openLog: () => dying, batchEvents: 30 }).run()).rejects.toThrow('killed')
    const half = await currentReplay(pool)
    const [, candidate] = await listCheckpoints(pool)
    expect(half).toMatchObject({ state: 'building', eventsTotal: history.events.length })
    expect(candidate!.events).toBeGreaterThan(0)
    expect(candidate!.events).toBeLessThan(history.events.length)

    await runner(history, { batchEvents: 30 }).run()
    const ready = await currentReplay(pool)
    expect(ready).toMatchObject({ state: 'ready', events: history.events.length })
    expect(worst(ready!.diff!.tables)).toEqual([])
  })

  it('is built by one worker, however many try', async () => {
    const history = market(200)
    await live(history)()
    await start()
    const did = await Promise.all(Array.from({ length: 3 }, () => runner(history, { batchEvents: 20 }).run()))
    expect(did.filter((answer) => answer === 'worked')).toHaveLength(1)
    expect(await start()).toBeUndefined()
  })

  it('if discarded in the middle, leaves the live generation alone and nothing behind', async () => {
    const history = market(300)
    await live(history)()
    const before = await readTables(pool)
    const whole = arrayLog(history.events)
    let reads = 0
    const slow = {
      ...whole,
      read: async (after: bigint | null, limit: number) => {
        reads += 1
        if (reads === 3) await moveReplay(pool, { from: ['building'], to: 'discarded' })
        return whole.read(after, limit)
      },
    }
    await start()
    await runner(history, { openLog: () => slow, batchEvents: 10 }).run()
    expect(await currentReplay(pool)).toBeUndefined()
    expect((await pastReplays(pool, 1))[0]).toMatchObject({ state: 'discarded' })
    expect(await listCheckpoints(pool)).toHaveLength(1)
    expect(await readTables(pool)).toEqual(before)
  })
})

describe('the diff', () => {
  it('lists exactly the rows changed, deleted and added by hand', async () => {
    const history = market(400)
    await live(history)()
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 5; round += 1) {
      const serving = (await liveCheckpoint(pool))!.generation
      const before = await readTables(pool)
      const expected: string[] = []
      const movements = [...before.movements]
      const pick = () => movements.splice(random(movements.length), 1)[0]!
      const at = (row: Record<string, unknown>) => [row['business_id'], row['buyer_id'], row['position']]
      const where = 'business_id = $1 AND buyer_id = $2 AND position = $3'
      for (let k = 0; k < 1 + random(5); k += 1) {
        const row = pick()
        await pool.query(
          `UPDATE read_g${serving}.movements SET balance_tenths = balance_tenths + 1 WHERE ${where}`,
          at(row),
        )
        expected.push(`changed movements ${row['position']} balance_tenths`)
      }
      for (let k = 0; k < random(4); k += 1) {
        const row = pick()
        await pool.query(`DELETE FROM read_g${serving}.movements WHERE ${where}`, at(row))
        expected.push(`missing movements ${row['position']}`)
      }
      for (let k = 0; k < random(3); k += 1) {
        const row = pick()
        await pool.query(
          `INSERT INTO read_g${serving}.movements SELECT (jsonb_populate_record(line, jsonb_build_object('position', $4::bigint))).* FROM read_g${serving}.movements line WHERE ${where}`,
          [...at(row), k + 1],
        )
        expected.push(`extra movements ${k + 1}`)
      }
      await pool.query(
        `UPDATE read_g${serving}.redemptions SET state = 'used' WHERE redemption_id = (SELECT redemption_id FROM read_g${serving}.redemptions WHERE state = 'pending' LIMIT 1)`,
      )
      await pool.query(
        `UPDATE read_g${serving}.business_stats SET issued_tenths = issued_tenths + 7 WHERE business_id = 12`,
      )
      expected.push('changed business_stats 12 issued_tenths', 'changed redemptions state')

      await start()
      await runner(history).run()
      const { diff } = (await currentReplay(pool))!
      const named = diff!.tables.flatMap(({ table, samples }) => samples.map((sample) => nameOf(table, sample)))
      expect(named.sort()).toEqual(expected.sort())
      const counted = diff!.tables.reduce((sum, { changed, missing, extra }) => sum + changed + missing + extra, 0)
      expect(counted).toBe(expected.length)

      await moveReplay(pool, { from: ['ready'], to: 'switching' })
      await runner(history).run()
      expect(await readTables(pool)).toEqual(foldLog(history.events))
    }
  })
})

function nameOf(table: string, { kind, key, differences }: DiffSample): string {
  const columns = differences.map(({ column }) => column).join(' ')
  const name = table === 'redemptions' ? '' : ` ${key['position'] ?? key['business_id']}`
  return kind === 'changed' ? `${kind} ${table}${name} ${columns}` : `${kind} ${table}${name}`
}

describe('the switch', () => {
  it('under load causes no failed and no mixed read, and projection continues in the new generation', async () => {
    const history = market(300)
    const catchUp = live(history)
    await catchUp()
    await start()
    await runner(history).run()

    let done = false
    let reads = 0
    const failures: unknown[] = []
    // Spans two read models: all balances must equal issued - redeemed + refunded - forfeited.
    const adds = `SELECT (SELECT sum(balance_tenths) FROM read.account_balances)
      = (SELECT sum(issued_tenths - redeemed_tenths + refunded_tenths - forfeited_tenths) FROM read.business_stats) AS adds,
      (SELECT count(*) FROM read.movements) AS lines`
    const reader = async () => {
      while (!done) {
        try {
          const { rows } = await pool.query<{ adds: boolean; lines: number }>(adds)
          if (!rows[0]?.adds) failures.push(rows[0])
          reads += 1
        } catch (error) {
          failures.push(error)
        }
      }
    }
    const writer = async () => {
      for (let more = 0; !done; more += 1) {
        history.award({ businessId: 11, buyerId: 101 + (more % 12) }, 1_000)
        await catchUp().catch((error: unknown) => failures.push(error))
      }
    }
    const loads = [reader(), reader(), reader(), writer()]
    for (let switches = 0; switches < 3; switches += 1) {
      if (!(await currentReplay(pool))) {
        await start()
        await runner(history).run()
      }
      await moveReplay(pool, { from: ['ready'], to: 'switching' })
      const before = (await liveCheckpoint(pool))!.generation
      await runner(history).run()
      expect((await liveCheckpoint(pool))!.generation).toBeGreaterThan(before)
      const seen = reads
      await waitUntil('reads go on', () => reads > seen + 20)
    }
    done = true
    await Promise.all(loads)
    expect(failures).toEqual([])
    await catchUp()
    expect(await readTables(pool)).toEqual(foldLog(history.events))
    await runner(history).run()
    expect(await listCheckpoints(pool)).toHaveLength(1)
  })
})

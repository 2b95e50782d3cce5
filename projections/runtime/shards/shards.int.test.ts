import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LogReader } from '#platform/event-store/log-reader.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { readModels } from '../../all.ts'
import { accountRows } from '../../self-check/account-rows.ts'
import { compareTotals } from '../../self-check/business-totals.ts'
import { foldLog, readTables } from '../../testing/fold.ts'
import { firstDay } from '../../testing/first-day.ts'
import { arrayLog, History } from '../../testing/history.ts'
import { createCatchUp } from '../catch-up/catch-up.ts'
import { liveCheckpoint } from '../catch-up/checkpoints.ts'
import { compareWithLive } from '../generations/compare.ts'
import { createGeneration, digestGeneration } from '../generations/generations.ts'
import { switchTo } from '../generations/switch.ts'
import { rebuildInto } from '../replay/rebuild.ts'
import { logEndsBefore } from '../wake/log-end.ts'
import { settleDivision } from './division.ts'
import { createLeases, type Leases } from './leases.ts'
import { createShardedCatchUp, type ShardedCatchUp, type ShardedCatchUpOptions } from './sharded-catch-up.ts'
import { listShards } from './shards.ts'

const { services, pool } = await testDatabase({ max: 24 })

beforeEach(() => firstDay(pool))

function worker(events: History['events'], shards: number, more: Partial<ShardedCatchUpOptions> = {}) {
  const started = createShardedCatchUp({ pool, openLog: () => arrayLog(events), readModels, shards, ...more })
  running.add(started)
  return started
}

const running = new Set<ShardedCatchUp>()
afterEach(async () => {
  for (const each of running) await each.close()
  running.clear()
})

const BUSINESSES = [11, 12, 13, 14, 15, 16]

/** Awards, voids, redemptions and uses at six businesses, among them each shard of two and three. */
function busy(history: History, rounds: number): History {
  for (let round = 0; round < rounds; round += 1)
    for (const businessId of BUSINESSES) {
      const who = { businessId, buyerId: 101 + (round % 4) }
      const award = history.award(who, 2_000 + 50 * round)
      if (round % 5 === 1) history.void(who, award)
      if (round % 5 === 3) history.use(who, history.redeem(who, 5))
    }
  return history
}

const generationNow = async () => (await liveCheckpoint(pool))!.generation
const shardsNow = async () => listShards(pool, await generationNow())

/** A worker whose shard 1 of three cannot read the log: the others get ahead of it. */
async function leaveShardBehind(events: History['events']): Promise<void> {
  let readers = 0
  const openLog = (): LogReader => {
    const log = arrayLog(events)
    // Before those of the shards, one is opened for the whole log.
    const isAway = readers++ === 2
    return isAway ? { ...log, read: () => Promise.reject(new Error('the store is away')) } : log
  }
  const behind = worker(events, 3, { openLog })
  await expect(behind.run()).rejects.toThrow('the store is away')
  await behind.close()
}

/** Divides in three at `early`, and leaves shard 1 there. */
async function apart(): Promise<{ history: History; early: bigint; head: bigint }> {
  const history = busy(new History(), 3)
  const first = worker(history.events, 3)
  await first.run()
  await first.close()
  const early = history.events.at(-1)!.position
  busy(history, 5)
  await leaveShardBehind(history.events)
  const head = history.events.at(-1)!.position
  expect((await shardsNow()).map(({ position }) => position)).toEqual([head, early, head])
  return { history, early, head }
}

describe('read models in shards', () => {
  it('have the rows that one worker writes whole, whatever the number of shards and workers', async () => {
    const history = new History()
    const workers = [worker(history.events, 3, { batchEvents: 7 }), worker(history.events, 3, { batchEvents: 11 })]
    for (let round = 0; round < 6; round += 1) {
      busy(history, 4)
      await Promise.all(workers.map((each) => each.run()))
    }
    for (const each of workers) await each.run()
    expect((await shardsNow()).map(({ position }) => position)).toEqual(Array(3).fill(history.events.at(-1)!.position))
    expect(await liveCheckpoint(pool)).toMatchObject({
      position: history.events.at(-1)!.position,
      events: history.events.length,
      stoppedBy: null,
    })
    expect(await readTables(pool)).toEqual(foldLog(history.events))
    const whole = await createGeneration(pool, readModels)
    await rebuildInto(whole, { pool, log: arrayLog(history.events), readModels })
    expect(await digestGeneration(pool, await generationNow(), readModels)).toEqual(
      await digestGeneration(pool, whole, readModels),
    )
  })

  it('count as far as the shard that is furthest behind', async () => {
    const { history, early, head } = await apart()
    expect(await liveCheckpoint(pool)).toMatchObject({ position: early })
    const again = worker(history.events, 3)
    expect(await again.run()).toMatchObject({ position: head, stoppedBy: null })
    expect(await liveCheckpoint(pool)).toMatchObject({ position: head, events: history.events.length })
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('are checked at the position of their shard', async () => {
    const { early, head } = await apart()
    for (const businessId of BUSINESSES) {
      const rows = await accountRows(pool, businessId, 101)
      expect(rows.asOf).toBe(businessId % 3 === 1 ? early : head)
      expect(await compareTotals(pool, businessId)).toEqual([])
    }
  })

  it('are blocked if the log ends before the shard that is furthest ahead', async () => {
    const { early, head } = await apart()
    expect((await logEndsBefore(pool, async () => early))?.reason).toContain(`the read models are at ${head}`)
    expect(await logEndsBefore(pool, async () => head)).toBeUndefined()
  })

  it('keep their rows through every change of the number of shards', async () => {
    const { history } = await apart()
    for (const shards of [2, 1, 3, 5]) {
      const restarted = worker(history.events, shards, { batchEvents: 13 })
      await restarted.run()
      expect((await shardsNow()).length).toBe(shards === 1 ? 0 : shards)
      expect(await readTables(pool)).toEqual(foldLog(history.events))
      expect(await liveCheckpoint(pool)).toMatchObject({
        position: history.events.at(-1)!.position,
        events: history.events.length,
      })
      busy(history, 3)
      await restarted.run()
      await restarted.close()
    }
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('refuse a worker that writes whole batches, and one with another setting follows', async () => {
    const history = busy(new History(), 2)
    const whole = createCatchUp({ pool, log: arrayLog(history.events), readModels })
    const follower = worker(history.events, 1)
    await whole()
    await follower.run()
    const divided = worker(history.events, 3)
    await divided.run()
    history.award({ businessId: 12, buyerId: 101 }, 900)
    await expect(whole()).rejects.toThrow('written in shards')
    await expect(whole()).rejects.toThrow('written in shards')
    expect(await liveCheckpoint(pool)).toMatchObject({ position: history.events.at(-2)!.position, stoppedBy: null })
    await divided.close()
    await follower.run()
    expect(follower.isDivided()).toBe(true)
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('are compared with a rebuilt generation at one position, and divided again', async () => {
    const { history } = await apart()
    const generation = await createGeneration(pool, readModels)
    const log = arrayLog(history.events)
    const { position, tables } = await compareWithLive({ pool, log, readModels, generation })
    expect(position).toBe(history.events.at(-1)!.position)
    expect(tables.map(({ table, changed, missing, extra }) => [table, changed + missing + extra])).toEqual(
      readModels.map(({ table }) => [table, 0]),
    )
    expect((await shardsNow()).map(({ shards, position: at }) => [shards, at])).toEqual(Array(3).fill([3, position]))
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('give way to a rebuilt generation that has all their rows, and that is divided, too', async () => {
    const { history, head } = await apart()
    const log = arrayLog(history.events)
    const generation = await createGeneration(pool, readModels)
    await switchTo({ pool, log, readModels, generation })
    expect(await liveCheckpoint(pool)).toMatchObject({ generation, position: head })
    expect(await readTables(pool)).toEqual(foldLog(history.events))
    const three = worker(history.events, 3)
    await three.run()
    const next = await createGeneration(pool, readModels)
    await switchTo({ pool, log, readModels, generation: next })
    busy(history, 1)
    expect(await three.run()).toMatchObject({ generation: next, position: history.events.at(-1)!.position })
    expect((await shardsNow()).length).toBe(3)
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('go on where an event stops one shard, and it follows once its rows are right', async () => {
    const history = busy(new History(), 2)
    const three = worker(history.events, 3)
    await three.run()
    const before = history.events.at(-1)!.position
    const schema = `read_g${await generationNow()}`
    await pool.query(
      `UPDATE ${schema}.account_balances SET events = events + 1 WHERE business_id = 13 AND buyer_id = 101`,
    )
    history.award({ businessId: 13, buyerId: 101 }, 500)
    history.award({ businessId: 14, buyerId: 101 }, 500)
    const head = history.events.at(-1)!.position
    const stopped = await three.run()
    expect(stopped).toMatchObject({ position: before, stoppedBy: { type: 'PointsAwarded' } })
    expect((await shardsNow()).map(({ position }) => position)).toEqual([head, before, head])
    expect(await liveCheckpoint(pool)).toMatchObject({ position: before, stoppedBy: stopped.stoppedBy })
    // What cannot be brought to one position is not divided anew.
    expect(await settleDivision({ pool, log: arrayLog(history.events), readModels, shards: 1 })).toMatchObject({
      shards: 3,
    })
    await pool.query(
      `UPDATE ${schema}.account_balances SET events = events - 1 WHERE business_id = 13 AND buyer_id = 101`,
    )
    expect(await three.run()).toMatchObject({ position: head, stoppedBy: null })
    expect(await liveCheckpoint(pool)).toMatchObject({ position: head, stoppedBy: null })
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('are shared by workers, and taken over from one that ends', async () => {
    const pools = [1, 2].map(() => createPool(services.databaseUrl, { max: 6, name: 'test' }))
    const [one, two] = pools.map((own) => createLeases(own)) as [Leases, Leases]
    expect([...(await one.hold(3))]).toEqual([0, 1, 2])
    expect([...(await two.hold(3))]).toEqual([])
    await sleep(1_100)
    expect([...(await one.hold(3))]).toEqual([0, 1])
    await sleep(1_100)
    expect([...(await two.hold(3))]).toEqual([2])
    await one.close()
    await waitUntil('the shards are taken over', async () => (await two.hold(3)).size === 3)
    await two.close()
    for (const own of pools) await own.end()
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '#ledger/event-store.ts'
import type { LogReader } from '#platform/event-store/log-reader.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { readModels } from '../../all.ts'
import { foldLog, readTables } from '../../testing/fold.ts'
import { firstDay } from '../../testing/first-day.ts'
import { arrayLog, histories, History } from '../../testing/history.ts'
import { cafe, shop } from '../../testing/shop.ts'
import { createCatchUp } from './catch-up.ts'
import { liveCheckpoint } from './checkpoints.ts'
import {
  createGeneration,
  digestGeneration,
  dropGeneration,
  emptyGeneration,
  showGeneration,
} from '../generations/generations.ts'
import { rebuildInto } from '../replay/rebuild.ts'
import type { ReadModel } from '../generations/read-model.ts'

const { pool } = await testDatabase({ max: 6 })

beforeEach(() => firstDay(pool))

describe('catching up', () => {
  it('a catch-up writes the rows of an event-by-event fold, for any history and batch size (R234)', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 60 }), async (history, batchEvents) => {
        const generation = await createGeneration(pool, readModels)
        const result = await createCatchUp({
          pool,
          log: arrayLog(history.events),
          readModels,
          generation,
          batchEvents,
        })()
        expect(result).toMatchObject({
          applied: history.events.length,
          stoppedBy: null,
          position: history.events.at(-1)?.position ?? null,
        })
        expect(await readTables(pool, `read_g${generation}`)).toEqual(foldLog(history.events))
        await dropGeneration(pool, generation)
      }),
      { numRuns: 40 },
    )
  })

  it('the sum of all balances equals issued - redeemed + refunded - forfeited at every business', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const generation = await createGeneration(pool, readModels)
        await rebuildInto(generation, { pool, log: arrayLog(history.events), readModels })
        const { rows } = await pool.query(`
          SELECT business_id FROM read_g${generation}.business_stats AS s
          WHERE issued_tenths - redeemed_tenths + refunded_tenths - forfeited_tenths
            <> (SELECT sum(balance_tenths) FROM read_g${generation}.account_balances AS a WHERE a.business_id = s.business_id)
            OR buyers <> (SELECT count(*) FROM read_g${generation}.account_balances AS a WHERE a.business_id = s.business_id AND NOT closed)`)
        expect(rows).toEqual([])
        await dropGeneration(pool, generation)
      }),
      { numRuns: 15 },
    )
  })

  it('a catch-up resumes from the active checkpoint after a failure, even with an older log and another active generation', async () => {
    const history = shop()
    const older = history.events.slice(0, -3)
    let restored = false
    const whole = arrayLog(history.events)
    const log: LogReader = {
      ...whole,
      // As in the store, a read must start at an existing position.
      read: async (after, limit) => {
        if (!restored) return whole.read(after, limit)
        if (after !== null && !older.some(({ position }) => position === after))
          throw new StoreUnavailable(`No event stands at position ${after}`)
        return arrayLog(older).read(after, limit)
      },
    }
    const look = createCatchUp({ pool, log, readModels })
    await look()
    restored = true
    const generation = await createGeneration(pool, readModels)
    await rebuildInto(generation, { pool, log: arrayLog(older), readModels })
    await showGeneration(pool, generation, readModels)
    await look().catch(() => {})
    expect(await look()).toMatchObject({ generation, position: older.at(-1)!.position })
  })

  it('a second catch-up does nothing (R234)', async () => {
    const history = shop()
    const log = arrayLog(history.events)
    const first = await createCatchUp({ pool, log, readModels })()
    const again = await createCatchUp({ pool, log, readModels })()
    expect(first.applied).toBe(history.events.length)
    expect(again).toMatchObject({ applied: 0, position: first.position })
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('every event counts once when eight workers catch up concurrently while the log grows', async () => {
    const history = new History()
    const workers = Array.from({ length: 8 }, () =>
      createCatchUp({ pool, log: arrayLog(history.events), readModels, batchEvents: 7 }),
    )
    for (let round = 0; round < 12; round += 1) {
      for (let each = 0; each < 25; each += 1)
        history.award({ businessId: 11, buyerId: 101 + (each % 5) }, 50 * (each + round + 1))
      const results = await Promise.all(workers.map((run) => run()))
      // Concurrent work on the same events would violate primary keys.
      expect(results.map(({ stoppedBy }) => stoppedBy)).toEqual(workers.map(() => null))
    }
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('a catch-up resumes from the committed checkpoint when the transaction dies between rows and commit', async () => {
    const history = shop()
    const breaking: ReadModel = {
      table: 'none',
      ddl: () => '',
      project: async () => {
        throw new Error('the connection is gone')
      },
    }
    const broken = createCatchUp({ pool, log: arrayLog(history.events), readModels: [...readModels, breaking] })
    await expect(broken()).rejects.toThrow('the connection is gone')
    expect(await readTables(pool)).toEqual(foldLog([]))
    expect(await liveCheckpoint(pool)).toMatchObject({ position: null, stoppedBy: null })

    await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('a catch-up reads one batch at a time, even if it fails while the next is being read', async () => {
    const history = shop()
    const log = arrayLog(history.events)
    let [underWay, most, fails] = [0, 0, 1]
    const slow: typeof log = {
      ...log,
      read: async (after, limit) => {
        most = Math.max(most, (underWay += 1))
        await sleep(50)
        underWay -= 1
        return log.read(after, limit)
      },
    }
    const failing: ReadModel = {
      table: 'none',
      ddl: () => '',
      project: async () => {
        if (fails-- > 0) throw new Error('the connection is gone')
      },
    }
    const look = createCatchUp({ pool, log: slow, readModels: [...readModels, failing], batchEvents: 3 })
    await expect(look()).rejects.toThrow('the connection is gone')
    await look()
    expect(most).toBe(1)
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('a rebuild takes larger batches than the live generation, whose rows somebody waits for', async () => {
    const sizes: number[] = []
    const { events } = new History()
    const log: LogReader = {
      ...arrayLog(events),
      read(after, limit) {
        sizes.push(limit)
        return arrayLog(events).read(after, limit)
      },
    }
    await createCatchUp({ pool, log, readModels })()
    await rebuildInto(await createGeneration(pool, readModels), { pool, log, readModels })
    expect(sizes).toEqual([4_000, 20_000])
  })

  it('a catch-up sends the statements of all read models without waiting in between', async () => {
    const history = shop()
    const seen: string[] = []
    const slow = (name: string): ReadModel => ({
      table: name,
      ddl: () => '',
      project: async (db) => {
        seen.push(`${name} asked`)
        await db.query('SELECT pg_sleep(0.05)')
        seen.push(`${name} answered`)
      },
    })
    await createCatchUp({
      pool,
      log: arrayLog(history.events),
      readModels: [slow('one'), ...readModels, slow('two')],
    })()
    expect(seen).toEqual(['one asked', 'two asked', 'one answered', 'two answered'])
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('the error names the statement that failed, not later ones rejected as a consequence', async () => {
    const history = shop()
    const wrong: ReadModel = {
      table: 'none',
      ddl: () => '',
      project: async (db) => void (await db.query('SELECT 1 / 0')),
    }
    const { stoppedBy } = await createCatchUp({
      pool,
      log: arrayLog(history.events),
      readModels: [wrong, ...readModels],
    })()
    expect(stoppedBy).toMatchObject({
      position: String(history.events[0]?.position),
      reason: 'the batch starting here cannot be written: SQLSTATE 22012',
    })
    expect(await readTables(pool)).toEqual(foldLog([]))
    await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('a transaction whose backend is killed ends, and the next run completes it', async () => {
    const history = shop()
    const killed: ReadModel = {
      table: 'none',
      ddl: () => '',
      project: async (db) => {
        const { rows } = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
        await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
        await db.query('SELECT 1')
      },
    }
    await expect(
      createCatchUp({ pool, log: arrayLog(history.events), readModels: [...readModels, killed] })(),
    ).rejects.toThrow()
    await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })
})

describe('an unknown event', () => {
  it('an unknown event blocks the projection: earlier events are applied, later ones are not, and the checkpoint says why', async () => {
    const history = shop()
    const before = [...history.events]
    const strange = history.append(cafe, { type: 'PointsTeleported', data: { tenths: 5 } })
    history.award({ businessId: 12, buyerId: 101 }, 5_000)

    const run = createCatchUp({ pool, log: arrayLog(history.events), readModels, batchEvents: 3 })
    const result = await run()
    expect(result.stoppedBy).toEqual({
      position: String(strange.position),
      eventId: strange.id,
      stream: 'account-11.101',
      type: 'PointsTeleported',
      reason: 'unknown event type PointsTeleported',
    })
    expect(await liveCheckpoint(pool)).toMatchObject({ position: before.at(-1)?.position, stoppedBy: result.stoppedBy })
    expect(await readTables(pool)).toEqual(foldLog(before))
    expect((await run()).stoppedBy).toEqual(result.stoppedBy)
  })

  it('an event with invalid data blocks the projection, and the reason does not repeat the data (R236)', async () => {
    const history = shop()
    history.append(cafe, { type: 'PointsAwarded', data: { awardId: 'Ani Petrosyan', tenths: -1 } })
    const { stoppedBy } = await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
    expect(stoppedBy?.reason).toContain('awardId')
    expect(JSON.stringify(stoppedBy)).not.toContain('Ani')
  })

  it('the projection continues automatically once the program knows the event', async () => {
    const history = shop()
    const strange = history.append(cafe, { type: 'PointsTeleported', data: {} })
    await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
    const known = history.events.map((event) =>
      event === strange
        ? { ...event, type: 'AccountClosed', data: { forfeitedTenths: history.account(cafe).balanceTenths } }
        : event,
    )
    const result = await createCatchUp({ pool, log: arrayLog(known), readModels })()
    expect(result).toMatchObject({ applied: 1, stoppedBy: null })
    expect(await liveCheckpoint(pool)).toMatchObject({ position: strange.position, stoppedBy: null })
    expect(await readTables(pool)).toEqual(foldLog(known))
  })

  it('duplicate events and gaps block the projection', async () => {
    const history = shop()
    const whole = [...history.events]
    const missing = whole.filter((_, index) => index !== 2)
    const result = await createCatchUp({ pool, log: arrayLog(missing), readModels, batchEvents: 2 })()
    expect(result.stoppedBy?.reason).toMatch(/incomplete before revision|follows/)

    const generation = await createGeneration(pool, readModels)
    const last = whole.at(-1)
    const twice = last ? [...whole, { ...last, position: last.position + 1n }] : []
    const doubled = await createCatchUp({
      pool,
      log: arrayLog(twice),
      readModels,
      generation,
      batchEvents: whole.length,
    })()
    expect(doubled.stoppedBy?.reason).toMatch(/incomplete before revision/)
    expect(await readTables(pool, `read_g${generation}`)).toEqual(foldLog(whole))
  })

  it.each([
    ['in a later batch', true],
    ['in the same one', false],
  ])('settling a redemption that is not pending blocks the projection, %s', async (_when, later) => {
    const history = shop()
    const redemptionId = history.redeem(cafe, 10)
    history.use(cafe, redemptionId)
    if (later) await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
    history.use(cafe, redemptionId)
    const { stoppedBy } = await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
    expect(stoppedBy).toMatchObject({
      type: 'RedemptionUsed',
      reason: 'the event settles a redemption that is not pending',
    })
  })

  it.each([
    ['in a later batch', true],
    ['in the same one', false],
  ])('reopening a redemption that is not used blocks the projection, %s', async (_when, later) => {
    const history = shop()
    const redemptionId = history.redeem(cafe, 10)
    history.use(cafe, redemptionId)
    history.reopen(cafe, redemptionId)
    if (later) await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
    history.reopen(cafe, redemptionId)
    const { stoppedBy } = await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
    expect(stoppedBy).toMatchObject({
      type: 'RedemptionReopened',
      reason: 'the event reopens a redemption that is not used',
    })
  })

  it.each([1, 2, 3, 100])(
    'a redemption is used, reopened and used again over batches of %d events',
    async (batchEvents) => {
      const history = shop()
      const redemptionId = history.redeem(cafe, 10)
      history.use(cafe, redemptionId)
      history.reopen(cafe, redemptionId)
      history.use(cafe, redemptionId)
      history.reopen(cafe, redemptionId)
      history.cancel(cafe, redemptionId)
      await createCatchUp({ pool, log: arrayLog(history.events), readModels, batchEvents })()
      expect(await readTables(pool)).toEqual(foldLog(history.events))
    },
  )
})

describe('a rebuild', () => {
  it('a rebuild equals the active generation, byte for byte, for any batch size (R235)', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const live = await createGeneration(pool, readModels)
        await createCatchUp({ pool, log: arrayLog(history.events), readModels, generation: live, batchEvents: 5 })()
        const rebuilt = await createGeneration(pool, readModels)
        await rebuildInto(rebuilt, { pool, log: arrayLog(history.events), readModels })
        expect(await digestGeneration(pool, rebuilt, readModels)).toEqual(
          await digestGeneration(pool, live, readModels),
        )
        await dropGeneration(pool, live)
        await dropGeneration(pool, rebuilt)
      }),
      { numRuns: 15 },
    )
  })

  it('the views switch to a rebuild atomically, and the worker continues with it', async () => {
    const history = shop()
    const run = createCatchUp({ pool, log: arrayLog(history.events), readModels })
    await run()
    const old = (await liveCheckpoint(pool))?.generation ?? 0
    const next = await createGeneration(pool, readModels)
    await rebuildInto(next, { pool, log: arrayLog(history.events), readModels })
    await showGeneration(pool, next, readModels)
    await dropGeneration(pool, old)
    history.award(cafe, 700)
    expect(await run()).toMatchObject({ generation: next, applied: 1 })
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })

  it('a rebuild never drops or empties the active generation', async () => {
    const live = (await liveCheckpoint(pool))?.generation ?? 0
    const [rows, stands] = [await readTables(pool), await liveCheckpoint(pool)]
    await expect(dropGeneration(pool, live)).rejects.toThrow('is active')
    await expect(emptyGeneration(pool, live, readModels)).rejects.toThrow('is active')
    expect([await readTables(pool), await liveCheckpoint(pool)]).toEqual([rows, stands])
  })
})

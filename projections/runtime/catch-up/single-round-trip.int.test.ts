import type { Duplex } from 'node:stream'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { readModels } from '../../all.ts'
import { firstDay } from '../../testing/first-day.ts'
import { foldLog, readTables } from '../../testing/fold.ts'
import { arrayLog, histories, type History } from '../../testing/history.ts'
import { cafe, shop } from '../../testing/shop.ts'
import { createCatchUp } from './catch-up.ts'
import { liveCheckpoint } from './checkpoints.ts'
import type { ReadModel } from '../generations/read-model.ts'

const { pool, services } = await testDatabase({ max: 6 })

beforeEach(() => firstDay(pool))

describe('a batch in a single round trip (decision 39)', () => {
  /** A worker that knows the checkpoint from a first catch-up. */
  async function worker(history: History, models = readModels, on = pool) {
    const look = createCatchUp({ pool: on, log: arrayLog(history.events), readModels: models })
    await look()
    return look
  }

  /** A worker on its own connection, counting the pieces sent. */
  async function counted(history: History) {
    const single = createPool(services.databaseUrl, { max: 1, name: 'test' })
    const look = await worker(history, readModels, single)
    const client = await single.connect()
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
    const writes = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')]
    client.release()
    const pieces = async () => {
      writes.forEach((spy) => spy.mockClear())
      expect(await look()).toMatchObject({ stoppedBy: null })
      return writes.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    }
    return { pieces, end: () => single.end() }
  }

  it('a batch is sent in one piece with its lock, checkpoint and commit', async () => {
    const history = shop()
    const { pieces, end } = await counted(history)
    for (let each = 0; each < 5; each += 1) history.award({ businessId: 11, buyerId: 101 + (each % 3) }, 900)
    expect(await pieces()).toBe(1)
    expect(await readTables(pool)).toEqual(foldLog(history.events))
    await end()
  })

  it('a batch is planned once, whatever it holds: planning a small batch takes as long as writing it', async () => {
    const single = createPool(services.databaseUrl, { max: 1, name: 'test' })
    const history = shop()
    const look = await worker(history, readModels, single)
    for (let turn = 0; turn < 8; turn += 1) {
      history.award(cafe, 900)
      expect(await look()).toMatchObject({ applied: 1, stoppedBy: null })
    }
    const { rows } = await single.query<{ name: string; made: number }>(
      'SELECT name, custom_plans AS made FROM pg_prepared_statements ORDER BY name',
    )
    expect(rows.length).toBeGreaterThanOrEqual(5)
    expect(rows.filter(({ made }) => made > 0)).toEqual([])
    await single.end()
  })

  it('a batch is tried only once while another worker is active, because PostgreSQL logs each rejection', async () => {
    const history = shop()
    const { pieces, end } = await counted(history)
    const other = await worker(history)
    const turns: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      history.award(cafe, 900)
      await other()
      history.award(cafe, 900)
      turns.push(await pieces())
    }
    const [refused, ...later] = turns
    // The rejected piece and its rollback are two.
    expect(later).toEqual([refused! - 2, refused! - 2])
    expect(await readTables(pool)).toEqual(foldLog(history.events))
    await end()
  })

  it('a batch rejected on a new connection without prepared statements is written by the fallback', async () => {
    const single = createPool(services.databaseUrl, { max: 1, name: 'test' })
    const history = shop()
    const look = await worker(history, readModels, single)
    const { rows } = await single.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid])
    await expect.poll(() => single.totalCount).toBe(0)
    const other = await worker(history)
    history.award(cafe, 900)
    await other()
    for (let each = 0; each < 2; each += 1) {
      history.award(cafe, 900)
      expect(await look()).toMatchObject({ applied: 1, stoppedBy: null })
    }
    expect(await readTables(pool)).toEqual(foldLog(history.events))
    await single.end()
  })

  it('batches leave the rows of the fold, for any history that grows between the catch-ups of one or two workers (R234)', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (history, steps, two) => {
          await firstDay(pool)
          const known: LogEvent[] = []
          const workers = [0, 1].map(() => createCatchUp({ pool, log: arrayLog(known), readModels }))
          for (let turn = 0; known.length < history.events.length; turn += 1) {
            known.push(...history.events.slice(known.length, known.length + steps[turn % steps.length]!))
            // One worker runs twice as often as the other.
            expect(await workers[two && turn % 3 === 2 ? 1 : 0]!()).toMatchObject({ stoppedBy: null })
          }
          await workers[0]!()
          expect(await liveCheckpoint(pool)).toMatchObject({ events: history.events.length })
          expect(await readTables(pool)).toEqual(foldLog(history.events))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('a batch is not written if an account would be incomplete, and the checkpoint says which', async () => {
    const history = shop()
    const look = await worker(history)
    const before = foldLog(history.events)
    history.award({ businessId: 11, buyerId: 103 }, 900)
    const lost = history.events.length
    history.award(cafe, 900)
    history.award(cafe, 900)
    const torn = history.events.at(-1)!
    history.events.splice(lost, 1)
    expect((await look()).stoppedBy).toMatchObject({
      eventId: torn.id,
      reason: `the events of account-11.101 are incomplete before revision ${torn.revision}`,
    })
    expect(await readTables(pool)).toEqual(before)
    expect(await look()).toMatchObject({ applied: 0, stoppedBy: { eventId: torn.id } })
  })

  it('a batch is not written while any of its statements is rejected, but once all are accepted', async () => {
    for (const first of [true, false]) {
      await firstDay(pool)
      const history = shop()
      let refuses = false
      const wrong: ReadModel = {
        table: 'none',
        ddl: () => '',
        statement: () => (refuses ? { name: 'wrong', text: 'SELECT 1 / 0', values: [] } : undefined),
      }
      const look = await worker(history, first ? [wrong, ...readModels] : [...readModels, wrong])
      const before = foldLog(history.events)
      history.award(cafe, 900)
      refuses = true
      expect((await look()).stoppedBy).toMatchObject({
        position: String(history.events.at(-1)!.position),
        reason: 'the batch starting here cannot be written: SQLSTATE 22012',
      })
      expect(await readTables(pool)).toEqual(before)
      refuses = false
      expect(await look()).toMatchObject({ applied: 1, stoppedBy: null })
      expect(await readTables(pool)).toEqual(foldLog(history.events))
    }
  })

  it('a batch whose backend is killed in the middle is completed by the next catch-up', async () => {
    const history = shop()
    let kills = 0
    const killing: ReadModel = {
      table: 'none',
      ddl: () => '',
      statement: () =>
        kills-- > 0 ? { name: 'kill', text: 'SELECT pg_terminate_backend(pg_backend_pid())', values: [] } : undefined,
    }
    const look = await worker(history, [...readModels, killing])
    history.award(cafe, 900)
    kills = 1
    await expect(look()).rejects.toThrow()
    await look()
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })
})

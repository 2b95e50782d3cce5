import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { readModels } from '../../all.ts'
import { arrayLog, History } from '../../testing/history.ts'
import { createPositionWaiter, type PositionWaiter } from './await-position.ts'
import { createCatchUp } from '../catch-up/catch-up.ts'
import { liveCheckpoint } from '../catch-up/checkpoints.ts'
import { createGeneration, showGeneration } from '../generations/generations.ts'
import { rebuildInto } from '../replay/rebuild.ts'

const LONG_MS = 20_000
const cafe = { businessId: 11, buyerId: 101 }
const history = new History()
const log = arrayLog(history.events)

const { services, pool } = await testDatabase({ max: 6 })
let waiter: PositionWaiter
let catchUp: () => Promise<unknown>

beforeAll(async () => {
  waiter = createPositionWaiter({ databaseUrl: services.databaseUrl })
  catchUp = createCatchUp({ pool, log, readModels })
})

afterAll(() => waiter?.close())

const head = (): bigint => history.events.at(-1)?.position ?? 0n

describe('waiting for a position', () => {
  it('ends when the read models include it, and the write can be read', async () => {
    history.award(cafe, 5_000)
    const waiting = waiter.wait(head(), LONG_MS)
    await catchUp()
    expect(await waiting).toBe(true)
    expect((await liveCheckpoint(pool))?.position).toBe(head())
  })

  it('ends at once for a position known to be reached', async () => {
    expect(await waiter.wait(head(), 0)).toBe(true)
  })

  it('gives up after its timeout', async () => {
    expect(await waiter.wait(head() + 1n, 20)).toBe(false)
  })

  it('wakes exactly those whose position is reached', async () => {
    history.award(cafe, 500)
    const first = head()
    const reached = Array.from({ length: 20 }, () => waiter.wait(first, LONG_MS))
    const beyond = waiter.wait(first + 1_000_000n, 500)
    await catchUp()
    expect(await Promise.all(reached)).toEqual(reached.map(() => true))
    expect(await beyond).toBe(false)
  })

  it('survives the loss of its connection, including commits meanwhile', async () => {
    const { rowCount } = await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'hatik-await-position' AND datname = current_database()`,
    )
    expect(rowCount).toBe(1)
    history.award(cafe, 600)
    const waiting = waiter.wait(head(), LONG_MS)
    await catchUp()
    expect(await waiting).toBe(true)
    history.award(cafe, 700)
    const next = waiter.wait(head(), LONG_MS)
    await catchUp()
    expect(await next).toBe(true)
  })

  it('concerns the live generation: one being filled does not count, a switch counts at once', async () => {
    const behind = await createGeneration(pool, readModels)
    const reached = head()
    history.award(cafe, 800)
    await rebuildInto(behind, { pool, log, readModels })
    expect(await waiter.wait(head(), 50)).toBe(false)
    expect(await waiter.wait(reached, 50)).toBe(true)
    await showGeneration(pool, behind, readModels)
    expect(await waiter.wait(head(), LONG_MS)).toBe(true)
  })

  it('returns false to waiters when closed', async () => {
    const own = createPositionWaiter({ databaseUrl: services.databaseUrl })
    const waiting = own.wait(head() + 1n, LONG_MS)
    await own.close()
    expect(await waiting).toBe(false)
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { readModels } from '../../all.ts'
import { foldLog, readTables } from '../../testing/fold.ts'
import { firstDay } from '../../testing/first-day.ts'
import { arrayLog, History } from '../../testing/history.ts'
import { createCatchUp } from '../catch-up/catch-up.ts'
import { listCheckpoints, liveCheckpoint } from '../catch-up/checkpoints.ts'
import { isBlocked } from '../catch-up/blocked.ts'
import { makeTables, nameGeneration } from '../generations/generations.ts'
import { haveOwnGeneration } from '../generations/own-generation.ts'
import { createLogWatch } from './log-end.ts'
import { currentReplay, moveReplay, pastReplays, startReplay } from '../replay/replay-control.ts'
import { createReplayRunner } from '../replay/replay-runner.ts'

const NEXT_VERSION = '0000aaaa'
const WHO = { businessId: 11, buyerId: 101 }

const { pool } = await testDatabase({ max: 12 })
let log: LogEvent[]

beforeEach(async () => {
  await pool.query('DELETE FROM replays')
  await firstDay(pool)
})

const store = {
  end: async () => log.at(-1)?.position ?? null,
  storedAt: async (position: bigint) => log.find((event) => event.position === position)?.storedAt,
}
const worker = () => {
  const watch = createLogWatch(pool, store)
  const catchUp = createCatchUp({
    pool,
    log: { ...arrayLog([]), read: (after, limit) => arrayLog(log).read(after, limit) },
    readModels,
  })
  return async () => {
    await watch.look()
    return catchUp()
  }
}
const replays = () => createReplayRunner({ pool, openLog: () => arrayLog(log), readModels })
const awards = (history: History, count: number) => {
  for (let n = 0; n < count; n += 1) history.award(WHO, 5_000)
  return [...history.events]
}

/** A store restored to ten of twenty events, with `others` new ones since. */
async function restored(others: number): Promise<LogEvent[]> {
  log = awards(new History(), 20)
  const whole = log
  await worker()()
  const history = new History()
  awards(history, 10)
  for (let n = 0; n < others; n += 1)
    history.award({ businessId: 12, buyerId: 102 }, 700, { at: new Date(Date.now() + 60_000) })
  log = history.events
  return whole
}

describe('a log that ends before what the read models hold', () => {
  it('a shorter log is not projected, and the checkpoint says why, even after it has grown past the checkpoint', async () => {
    const whole = await restored(5)
    const before = await readTables(pool)
    const run = worker()
    const { stoppedBy } = await run()
    expect(stoppedBy?.reason).toBe(
      `the log ends at ${log.at(-1)!.position}, but the read models are at ${whole.at(-1)!.position}: the event store was restored from an older backup, or is a different one`,
    )
    expect(isBlocked((await liveCheckpoint(pool))!)).toBe(true)

    // One of the new events, written later, has the position of the checkpoint.
    const grown = awards(new History(whole.at(-1)!.position - 1n), 5).map((event) => ({
      ...event,
      storedAt: new Date(Date.now() + 60_000),
    }))
    log = [...log, { ...grown[0]!, position: whole.at(-1)!.position }, ...grown.slice(1)]
    for (const again of [run, worker()])
      expect(await again()).toMatchObject({ applied: 0, stoppedBy: { type: 'LogEndsBefore' } })
    expect(await readTables(pool)).toEqual(before)
  })

  it('the projections continue once the right log is back', async () => {
    const whole = await restored(5)
    const run = worker()
    await run()
    log = whole
    expect(await run()).toMatchObject({ applied: 0, stoppedBy: null })
    const history = new History()
    awards(history, 21)
    log = history.events
    expect(await run()).toMatchObject({ applied: 1, stoppedBy: null })
    expect(await readTables(pool)).toEqual(foldLog(log))
  })

  it('a generation built from the wrong log never becomes active once the right log is back', async () => {
    const whole = await restored(5)
    const run = worker()
    await run()
    await startReplay(pool, { reason: 'a test', startedBy: null })
    await replays().run()
    expect((await currentReplay(pool))?.state).toBe('ready')
    const ofNextVersion = await nameGeneration(pool, NEXT_VERSION)
    await makeTables(pool, ofNextVersion, readModels)
    log = whole
    await run()
    expect((await pastReplays(pool, 1))[0]).toMatchObject({
      state: 'failed',
      error: 'It was built from a log that no longer exists',
    })
    await replays().run()
    expect(await readTables(pool)).toEqual(foldLog(log))
    expect(await listCheckpoints(pool)).toHaveLength(1)
    const { rows } = await pool.query(`SELECT nspname FROM pg_namespace WHERE nspname = 'read_g${ofNextVersion}'`)
    expect(rows).toEqual([])
  })

  it('an empty log is noticed, and so is a store exchanged under a running worker', async () => {
    const whole = await restored(0)
    log = whole
    const watch = createLogWatch(pool, store)
    await watch.look()
    log = []
    await watch.look()
    expect(isBlocked((await liveCheckpoint(pool))!)).toBe(false)
    watch.again()
    await watch.look()
    expect((await liveCheckpoint(pool))?.stoppedBy?.reason).toContain('the log is empty')
  })

  it('read models rebuilt from the shorter log can be compared, replace the active ones, and continue', async () => {
    await restored(5)
    const run = worker()
    await run()
    await startReplay(pool, { reason: 'a test', startedBy: 1 })
    await replays().run()
    const ready = await currentReplay(pool)
    expect(ready?.state).toBe('ready')
    expect(ready?.diff?.tables.find(({ table }) => table === 'movements')).toMatchObject({
      equal: 10,
      extra: 10,
      missing: 5,
    })
    await moveReplay(pool, { from: ['ready'], to: 'switching' })
    await replays().run()
    expect(await currentReplay(pool)).toBeUndefined()
    expect(await run()).toMatchObject({ applied: 0, stoppedBy: null })
    expect(await readTables(pool)).toEqual(foldLog(log))
  })

  it('a new version does not build its read models from a shorter log, noticed before or not', async () => {
    const whole = await restored(5)
    const build = () =>
      haveOwnGeneration({
        pool,
        openLog: () => arrayLog(log),
        readModels,
        definitions: NEXT_VERSION,
        signal: new AbortController().signal,
      })
    await expect(build()).rejects.toThrow('The log ends before')
    expect((await listCheckpoints(pool)).map(({ position }) => position)).toEqual([whole.at(-1)!.position, null])
    await worker()()
    await expect(build()).rejects.toThrow('The log ends before')
    expect(await liveCheckpoint(pool, NEXT_VERSION)).toBeUndefined()
    await pool.query('DELETE FROM projection_generations WHERE NOT live')
  })
})

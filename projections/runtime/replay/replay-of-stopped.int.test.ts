import { beforeEach, describe, expect, it } from 'vitest'
import type { Replay } from '#contracts/calls/staff/admin.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { readModels } from '../../all.ts'
import { foldLog, readTables } from '../../testing/fold.ts'
import { firstDay } from '../../testing/first-day.ts'
import { arrayLog, History } from '../../testing/history.ts'
import { createCatchUp } from '../catch-up/catch-up.ts'
import { listCheckpoints, liveCheckpoint } from '../catch-up/checkpoints.ts'
import { currentReplay, moveReplay, pastReplays, startReplay } from './replay-control.ts'
import { createReplayRunner } from './replay-runner.ts'

const WHO = { businessId: 11, buyerId: 101 }
const OTHER = { businessId: 12, buyerId: 102 }

const { pool } = await testDatabase({ max: 12 })
let history: History

beforeEach(async () => {
  await pool.query('DELETE FROM replays')
  await firstDay(pool)
  history = new History()
})

const live = () => createCatchUp({ pool, log: arrayLog(history.events), readModels })()
const replays = (more: Partial<Parameters<typeof createReplayRunner>[0]> = {}) =>
  createReplayRunner({ pool, openLog: () => arrayLog(history.events), readModels, ...more })
const start = () => startReplay(pool, { reason: 'a test', startedBy: 1 })
const awards = (count: number) => {
  for (let n = 0; n < count; n += 1) history.award(n % 2 === 0 ? WHO : OTHER, 5_000)
}

/** Makes the account's next event contradict its row. */
async function damage(): Promise<void> {
  const { generation } = (await liveCheckpoint(pool))!
  await pool.query(
    `UPDATE read_g${generation}.account_balances SET events = events + 1, balance_tenths = 7 WHERE business_id = 11 AND buyer_id = 101`,
  )
}

const changed = (replay: Replay | undefined) =>
  replay?.diff?.tables.filter((table) => table.changed > 0).map(({ table }) => table)

async function expectReplaced(position: bigint | null): Promise<void> {
  const ready = await currentReplay(pool)
  expect(ready).toMatchObject({ state: 'ready', diff: { position: String(position) } })
  expect(changed(ready)).toEqual(['account_balances'])
  await moveReplay(pool, { from: ['ready'], to: 'switching' })
  await replays().run()
  expect(await currentReplay(pool)).toBeUndefined()
  awards(4)
  expect((await live()).stoppedBy).toBeNull()
  expect(await readTables(pool)).toEqual(foldLog(history.events))
}

describe('a replay beside a live generation stopped by its own rows', () => {
  it('is compared at its position, built on to the head, and replaces it', async () => {
    awards(40)
    await live()
    await damage()
    awards(40)
    const { stoppedBy, position } = await live()
    expect(stoppedBy).not.toBeNull()
    await start()
    await replays({ batchEvents: 10 }).run()
    const [, rebuilt] = await listCheckpoints(pool)
    expect(rebuilt).toMatchObject({ position: history.events.at(-1)!.position, events: 80 })

    // A repeated comparison keeps the diff, because nothing changed.
    const before = await currentReplay(pool)
    await moveReplay(pool, { from: ['ready'], to: 'comparing' })
    await replays().run()
    expect((await currentReplay(pool))?.diff).toEqual(before?.diff)
    await expectReplaced(position)
  })

  it('is compared there even if it stops during the build', async () => {
    awards(40)
    await live()
    await start()
    const whole = arrayLog(history.events)
    let stopsAt: bigint | null = null
    const overtaken = {
      ...whole,
      read: async (after: bigint | null, limit: number) => {
        if (stopsAt === null && after !== null) {
          await damage()
          awards(40)
          stopsAt = (await live()).position
        }
        return arrayLog(history.events).read(after, limit)
      },
    }
    await replays({ openLog: () => overtaken, batchEvents: 10 }).run()
    await expectReplaced(stopsAt)
  })

  it('restarts if already past it, and can then be compared', async () => {
    awards(40)
    const behind = arrayLog(history.events.slice())
    await createCatchUp({ pool, log: behind, readModels })()
    awards(40)
    await start()
    await replays().run()
    // The live generation is behind, not stopped, so the replay waits.
    expect(await currentReplay(pool)).toMatchObject({ state: 'comparing' })
    await damage()
    const { stoppedBy, position } = await live()
    expect(stoppedBy).not.toBeNull()
    await replays().run()
    await expectReplaced(position)
  })

  it('is compared even if it has applied no event', async () => {
    const { generation } = (await liveCheckpoint(pool))!
    await pool.query(`INSERT INTO read_g${generation}.account_balances VALUES (11, 101, 7, 1, 0, false, now(), 1)`)
    awards(10)
    expect((await live()).position).toBeNull()
    await start()
    await replays().run()
    const ready = await currentReplay(pool)
    expect(ready).toMatchObject({ state: 'ready', diff: { position: null } })
    await moveReplay(pool, { from: ['ready'], to: 'switching' })
    await replays().run()
    expect((await live()).stoppedBy).toBeNull()
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })
})

describe('a replay stopped by an event', () => {
  it('fails if the live generation is past that event, and names it; the live one keeps serving', async () => {
    awards(40)
    await live()
    const before = [await liveCheckpoint(pool), await readTables(pool)]
    await start()
    const odd = history.events.map((event, index) => (index === 20 ? { ...event, type: 'PointsGuessed' } : event))
    await replays({ openLog: () => arrayLog(odd) }).run()
    const [ended] = await pastReplays(pool, 1)
    expect(ended).toMatchObject({
      state: 'failed',
      error: expect.stringContaining(`blocked by PointsGuessed at ${odd[20]!.position}`) as string,
    })
    expect(await currentReplay(pool)).toBeUndefined()
    expect([await liveCheckpoint(pool), await readTables(pool)]).toEqual(before)
  })
})

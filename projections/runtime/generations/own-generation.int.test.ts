import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { TableDiff } from '#contracts/calls/staff/admin.ts'
import type { LogReader } from '#platform/event-store/log-reader.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { READ_MODELS, viewsSchema } from '#platform/postgres/read-models.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { readModels } from '../../all.ts'
import { foldLog, readTables } from '../../testing/fold.ts'
import { firstDay } from '../../testing/first-day.ts'
import { arrayLog, History } from '../../testing/history.ts'
import { createCatchUp } from '../catch-up/catch-up.ts'
import { listCheckpoints, liveCheckpoint } from '../catch-up/checkpoints.ts'
import { currentReplay, startReplay } from '../replay/replay-control.ts'
import { createReplayRunner } from '../replay/replay-runner.ts'
import { createPositionWaiter } from '../wake/await-position.ts'
import { definitionsOf } from './definitions.ts'
import { createEarlierGenerations } from './earlier-generations.ts'
import { haveOwnGeneration, type OwnGenerationOptions } from './own-generation.ts'
import type { ReadModel } from './read-model.ts'
import { projectionStatus } from './status.ts'

/** What the next version has besides. */
const counter: ReadModel = {
  table: 'event_counter',
  ddl: (schema) => `CREATE TABLE ${schema}.event_counter (business_id integer PRIMARY KEY, events integer NOT NULL);`,
  async project(db, schema, events) {
    for (const { businessId } of events) {
      await db.query(
        `INSERT INTO ${schema}.event_counter AS c VALUES ($1, 1) ON CONFLICT (business_id) DO UPDATE SET events = c.events + 1`,
        [businessId],
      )
    }
  },
}
const nextModels = [...readModels, counter]
const NEXT = definitionsOf(nextModels, 1)

const { services, pool } = await testDatabase({ max: 12 })
/** The connections of the next version. */
const nextPool = createPool(services.databaseUrl, { max: 6, name: 'test', definitions: NEXT })
afterAll(() => nextPool.end())

let history: History
const project = () => createCatchUp({ pool, log: arrayLog(history.events), readModels })()
const projectNext = () =>
  createCatchUp({ pool, log: arrayLog(history.events), readModels: nextModels, definitions: NEXT })()

function build(more: Partial<OwnGenerationOptions> = {}): Promise<void> {
  return haveOwnGeneration({
    pool: nextPool,
    openLog: () => arrayLog(history.events),
    readModels: nextModels,
    definitions: NEXT,
    batchEvents: 50,
    signal: new AbortController().signal,
    ...more,
  })
}

/** Reads as the log does, and calls `before` with the number of each read. */
const counted = (before: (read: number) => void | Promise<void>): LogReader => {
  let reads = 0
  return {
    ...arrayLog(history.events),
    async read(after, limit) {
      await before((reads += 1))
      return arrayLog(history.events).read(after, limit)
    },
  }
}
const counts = async () =>
  (await nextPool.query<{ n: number }>('SELECT sum(events) AS n FROM read.event_counter')).rows[0]?.n
const award = (times: number) => {
  for (let n = 0; n < times; n += 1) history.award({ businessId: 11 + (n % 3), buyerId: 101 + (n % 7) }, 5_000)
}

beforeEach(async () => {
  const { rows } = await pool.query<{ generation: number }>(
    'DELETE FROM projection_generations WHERE definitions IS DISTINCT FROM $1 RETURNING generation',
    [READ_MODELS],
  )
  for (const { generation } of rows) await pool.query(`DROP SCHEMA IF EXISTS read_g${generation} CASCADE`)
  await pool.query(`DROP SCHEMA IF EXISTS ${viewsSchema(NEXT)} CASCADE; DELETE FROM replays`)
  await firstDay(pool)
  history = new History()
  award(300)
  await project()
})

describe('a version with read models of its own', () => {
  it('builds them while the version before goes on, and each reads its own', async () => {
    let compared: TableDiff[] | undefined
    await build({
      openLog: () =>
        counted(async (read) => {
          if (read !== 2) return
          award(60)
          await project()
        }),
      onBuilt: (_generation, tables) => (compared = tables),
    })
    expect(compared?.filter(({ note }) => note !== 'new_read_model')).toHaveLength(readModels.length)
    expect(compared?.every(({ changed, extra }) => changed + extra === 0)).toBe(true)
    expect(await counts()).toBe(360)
    expect(await readTables(pool)).toEqual(foldLog(history.events))

    award(5)
    await project()
    expect([await counts(), (await readTables(pool)).movements.length]).toEqual([360, 365])
    await projectNext()
    expect(await counts()).toBe(365)
    expect(await readTables(nextPool)).toEqual(foldLog(history.events))
    await expect(pool.query('SELECT FROM read.event_counter')).rejects.toThrow('does not exist')
  })

  it('says how far it is until it is ready', async () => {
    const seen: unknown[] = []
    await build({
      openLog: () =>
        counted(async (read) => {
          if (read === 4) seen.push((await projectionStatus(pool, NEXT)).building)
        }),
    })
    expect(seen).toHaveLength(1)
    const { events, eventsTotal } = seen[0] as { events: number; eventsTotal: number }
    expect(eventsTotal).toBe(300)
    expect(events).toBeGreaterThan(0)
    expect(events).toBeLessThan(300)
    expect(await projectionStatus(pool, NEXT)).toMatchObject({ building: null })
  })

  it('continues from its checkpoint after it was killed while building', async () => {
    const dying = () =>
      counted((read) => {
        if (read > 3) throw new Error('killed')
      })
    await expect(build({ openLog: dying })).rejects.toThrow('killed')
    const half = (await listCheckpoints(pool, NEXT)).at(-1)
    expect(half).toMatchObject({ definitions: NEXT, live: false })
    expect(half!.events).toBeGreaterThan(0)
    expect(half!.events).toBeLessThan(300)

    await build()
    expect(await liveCheckpoint(pool, NEXT)).toMatchObject({ generation: half!.generation, events: 300 })
    expect(await readTables(nextPool)).toEqual(foldLog(history.events))
    expect(await counts()).toBe(300)
  })

  it('shows nothing if it was killed in the switch, and then switches without building again', async () => {
    await pool.query(`
      CREATE FUNCTION killed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$;
      CREATE TRIGGER killed BEFORE UPDATE OF serving ON projection_generations FOR EACH ROW WHEN (NEW.serving) EXECUTE FUNCTION killed()`)
    try {
      await expect(build()).rejects.toThrow('killed')
    } finally {
      await pool.query('DROP TRIGGER killed ON projection_generations; DROP FUNCTION killed')
    }
    expect(await liveCheckpoint(pool, NEXT)).toBeUndefined()
    await expect(counts()).rejects.toThrow('does not exist')
    expect(await readTables(pool)).toEqual(foldLog(history.events))

    let reads = 0
    await build({ openLog: () => counted((read) => void (reads = read)) })
    expect(await counts()).toBe(300)
    // One batch has 50 of the 300 events.
    expect(reads).toBeLessThan(6)
  })

  it('is built by one worker, however many start', async () => {
    const built: number[] = []
    const start = () => build({ onBuilt: (generation) => built.push(generation) })
    await Promise.all([start(), start(), start()])
    expect(built).toHaveLength(1)
    expect(await counts()).toBe(300)
  })

  it('names rows that differ, and is right itself', async () => {
    await pool.query('UPDATE read.account_balances SET balance_tenths = balance_tenths + 1 WHERE buyer_id = 101')
    let changed: number | undefined
    await build({
      onBuilt: (_generation, tables) => (changed = tables?.find(({ table }) => table === 'account_balances')?.changed),
    })
    expect(changed).toBe(3)
    expect(await readTables(nextPool)).toEqual(foldLog(history.events))
  })

  it('wakes its own readers only', async () => {
    await build()
    const [before, next] = [READ_MODELS, NEXT].map((definitions) =>
      createPositionWaiter({ databaseUrl: services.databaseUrl, definitions }),
    )
    award(1)
    const head = history.events.at(-1)!.position
    const waiting = before!.wait(head, 20_000)
    await projectNext()
    expect(await next!.wait(head, 20_000)).toBe(true)
    expect(await before!.wait(head, 100)).toBe(false)
    await project()
    expect(await waiting).toBe(true)
    await Promise.all([before!.close(), next!.close()])
  })

  it('leaves replays to the version that they were asked of', async () => {
    const replay = await startReplay(pool, { reason: 'a test', startedBy: 1 })
    await pool.query('UPDATE projection_generations SET definitions = $2 WHERE generation = $1', [
      replay!.generation,
      NEXT,
    ])
    await createReplayRunner({ pool, openLog: () => arrayLog(history.events), readModels }).run()
    expect(await currentReplay(pool)).toMatchObject({ state: 'building', events: 0 })
  })
})

describe('the generation of a version that no longer runs', () => {
  const dropped: number[] = []
  const earlier = () =>
    createEarlierGenerations({
      pool: nextPool,
      readModels: nextModels,
      definitions: NEXT,
      goneAfterMs: 0,
      onDropped: (generation) => dropped.push(generation),
      onLeftOver: (_generation, error) => expect.unreachable(String(error)),
    })
  const shared = async () =>
    (await pool.query<{ definitions: string }>('SELECT definitions FROM projection_generations WHERE live')).rows

  it('is dropped once it stands still behind the new one, and versions before 0061 then read that', async () => {
    await build()
    const { look } = earlier()
    await look()
    await look()
    expect(dropped).toEqual([])

    award(1)
    await projectNext()
    await project()
    await look()
    expect([dropped, await shared()]).toEqual([[], [{ definitions: READ_MODELS }]])

    award(1)
    await projectNext()
    const old = (await liveCheckpoint(pool))!.generation
    await look()
    await look()
    expect(dropped).toEqual([old])
    expect(await shared()).toEqual([{ definitions: NEXT }])
    // Its worker would build it with other tables.
    expect(await startReplay(pool, { reason: 'a test', startedBy: 1 })).toBeUndefined()
    expect(await readTables(pool, '"read"')).toEqual(foldLog(history.events))
    expect(await listCheckpoints(pool)).toHaveLength(1)

    // The version before comes back.
    await haveOwnGeneration({
      pool,
      openLog: () => arrayLog(history.events),
      readModels,
      signal: new AbortController().signal,
    })
    expect(await readTables(pool)).toEqual(foldLog(history.events))
  })
})

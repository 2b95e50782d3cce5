/**
 * Speed of rebuilding read models (P11-P13): through the real client into a new generation; in SQL only; and, as
 * baseline, one transaction per event.
 */
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import { readModels } from '#projections/all.ts'
import { parseAccountEvent, type AccountEvent } from '#projections/runtime/catch-up/account-event.ts'
import { beginLocked, liveCheckpoint } from '#projections/runtime/catch-up/checkpoints.ts'
import { generationSchema } from '#projections/runtime/generations/generation-schema.ts'
import { createGeneration, digestGeneration, dropGeneration } from '#projections/runtime/generations/generations.ts'
import { rebuildInto } from '#projections/runtime/replay/rebuild.ts'
import { project } from '#projections/runtime/catch-up/project.ts'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import type { Bench } from '../bench.ts'
import { cpuMicros, eachMicros, spentMicros } from '../measure/cpu.ts'
import { spreadOf, type Spread } from '../measure/ratios.ts'
import { perEventRate } from './per-event-projector.ts'

export type CatchUpResult = {
  events: number
  perSecond: Spread
  /** CPU µs per event, by process. */
  cpuMicros: Record<string, number>
  /** Tables that differ from the live generation; must be empty. */
  different: string[]
  sqlOnlyPerSecond: Spread
  perEventPerSecond: number
  perEventEvents: number
}

const SQL_BATCH = 5_000

export async function catchUpSuite(bench: Bench): Promise<CatchUpResult> {
  const { quick } = bench.options
  const arm = bench.arm('ours')
  await fill(bench, quick ? 30_000 : 150_000)
  await arm.books()
  const pool = createPool(bench.product.databaseUrl, {
    max: 4,
    name: 'hatik-bench-catch-up',
    statementTimeoutMs: 120_000,
  })
  const store = createEventStoreGateway(bench.product.eventStoreUrl)
  try {
    const whole = await rebuilds(bench, pool, store, quick ? 1 : 3)
    const events = await firstEvents(store, quick ? 20_000 : 60_000)
    const sqlOnly: number[] = []
    for (let round = 0; round < (quick ? 1 : 3); round += 1) sqlOnly.push(await sqlOnlyRate(pool, events))
    const single = events.slice(0, quick ? 1_000 : 3_000)
    const perEventPerSecond = await perEventRate(pool, single)
    bench.say(
      `  catch-up ${Math.round(whole.perSecond.median)} events/s, SQL only ${Math.round(spreadOf(sqlOnly).median)}/s, one transaction per event ${Math.round(perEventPerSecond)}/s`,
    )
    return { ...whole, sqlOnlyPerSecond: spreadOf(sqlOnly), perEventPerSecond, perEventEvents: single.length }
  } finally {
    await store.close()
    await pool.end()
  }
}

/** Awards through the API until the log is long enough. */
async function fill(bench: Bench, wanted: number): Promise<void> {
  const arm = bench.arm('ours')
  let round = 0
  for (let { ledgerAwards } = await arm.books(); ledgerAwards < wanted;) {
    const loop = { kind: 'closed' as const, inFlight: 128, warmMs: 0, warmAnswers: 0, measureMs: 3_000 }
    ledgerAwards += (await bench.prepare(arm, { mix: 'uniform', seed: 500 + (round += 1), loop })).books.acknowledged
  }
}

async function rebuilds(
  bench: Bench,
  pool: Pool,
  store: EventStoreGateway,
  rounds: number,
): Promise<Pick<CatchUpResult, 'events' | 'perSecond' | 'cpuMicros' | 'different'>> {
  const watched = [{ name: 'projector', pid: process.pid }, ...bench.arm('ours').watched(), ...bench.stage.watched()]
  const rates: number[] = []
  let cpu: Record<string, number> = {}
  let events = 0
  const different = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const generation = await createGeneration(pool, readModels)
    const log = store.openLogReader(LOG_PREFIXES)
    const before = cpuMicros(watched)
    const startedAt = performance.now()
    const { applied } = await rebuildInto(generation, { pool, log, readModels })
    const seconds = (performance.now() - startedAt) / 1000
    const spent = spentMicros(before, cpuMicros(watched))
    await log.close()
    rates.push(applied / seconds)
    events = applied
    cpu = eachMicros(spent, applied)
    for (const table of await differences(pool, generation)) different.add(table)
    await dropGeneration(pool, generation)
  }
  return { events, perSecond: spreadOf(rates), cpuMicros: cpu, different: [...different] }
}

async function differences(pool: Pool, generation: number): Promise<string[]> {
  const live = (await liveCheckpoint(pool))?.generation ?? 1
  const [mine, theirs] = await Promise.all([
    digestGeneration(pool, generation, readModels),
    digestGeneration(pool, live, readModels),
  ])
  return mine
    .filter(
      ({ table, rows, hash }) =>
        !theirs.some((other) => other.table === table && other.rows === rows && other.hash === hash),
    )
    .map(({ table }) => table)
}

async function firstEvents(store: EventStoreGateway, count: number): Promise<AccountEvent[]> {
  const log = store.openLogReader()
  const events: AccountEvent[] = []
  let after: bigint | null = null
  while (events.length < count) {
    const batch = await log.read(after, SQL_BATCH)
    events.push(...batch.events.map(parseAccountEvent))
    after = batch.lastPosition
    if (batch.reachedHead) break
  }
  await log.close()
  return events.slice(0, count)
}

/** Events per second from memory, one transaction per batch. */
async function sqlOnlyRate(pool: Pool, events: readonly AccountEvent[]): Promise<number> {
  const generation = await createGeneration(pool, readModels)
  const client = await pool.connect()
  const startedAt = performance.now()
  for (let from = 0; from < events.length; from += SQL_BATCH) {
    await beginLocked(client, generation)
    const batch = events.slice(from, from + SQL_BATCH)
    const stop = await project(client, readModels, generationSchema(generation), batch)
    if (stop) throw stop
    await client.query('COMMIT')
  }
  const rate = (events.length * 1000) / (performance.now() - startedAt)
  client.release()
  await dropGeneration(pool, generation)
  return rate
}

/**
 * Influence of the log's length on appends (P14) and restarts (P18): two embedded stores on one PostgreSQL, with a
 * short and a long log, tested alternately through the official client.
 */
import pg from 'pg'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { startEventStore } from '../../local/servers/event-store.ts'
import type { RunningServer } from '../../local/servers/postgres.ts'
import type { Bench } from '../bench.ts'
import { randomFrom, shuffled } from '../load/random.ts'
import { cpuMicros, eachMicros, spentMicros } from '../measure/cpu.ts'
import { ratioWithinRounds, spreadOf, type Spread } from '../measure/ratios.ts'
import { fillLog, filledAccounts, FILLED_BUSINESS } from '../filled-log.ts'
import { writtenAward } from '../written-award.ts'

export type LogOfSize = {
  events: number
  appendsPerSecond: Spread
  /** CPU µs per append of the median round, by process. */
  cpuMicros: Record<string, number>
  /** From process start until the first append. */
  restartMs: number
}
export type LogSizeResult = {
  /** Short and long. */
  logs: LogOfSize[]
  /** Appends per second, long by short, within rounds. */
  ratio: Spread | undefined
  mistakes: string[]
}

const SHORT = 100_000
const LONG = 10_000_000
const IN_FLIGHT = 64
/** The same number in both logs, so that caches are alike; other events only lengthen the log. */
const ACCOUNTS_IN_USE = 10_000
const AMOUNT_AMD = 1_000

type Round = { round: number; value: number; cpuMicros: Record<string, number> }
type Filled = {
  events: number
  databaseUrl: string
  server: RunningServer
  revisions: number[]
  rounds: Round[]
  appended: number
  restartMs: number
}

export async function logSizeSuite(bench: Bench): Promise<LogSizeResult> {
  const { rounds, secs, seed } = bench.options
  const logs: Filled[] = []
  try {
    for (const events of [SHORT, LONG]) logs.push(await openFilled(bench, events))
    const random = randomFrom(seed)
    for (const log of logs) await appendWhile(bench, log, ({ appends }) => appends < ACCOUNTS_IN_USE)
    for (let round = 1; round <= rounds; round += 1) {
      for (const log of shuffled(logs, random)) {
        const { perSecond, cpuMicros: spent } = await appendWhile(bench, log, ({ ms }) => ms < secs * 1000)
        log.rounds.push({ round, value: perSecond, cpuMicros: spent })
        bench.say(`  round ${round}  ${log.events.toLocaleString('en-US')} events: ${Math.round(perSecond)} appends/s`)
      }
    }
    for (const log of logs) await restart(log)
    const [short, long] = logs
    return {
      logs: logs.map(summaryOf),
      ratio: ratioWithinRounds(long!.rounds, short!.rounds),
      mistakes: (await Promise.all(logs.map(mistakesOf))).flat(),
    }
  } finally {
    for (const { server } of logs) await server.stop()
  }
}

/** The store must create the first events of its log before the rest is filled in. */
async function openFilled(bench: Bench, events: number): Promise<Filled> {
  const databaseUrl = bench.stage.database(`bench_log_${events}`)
  await (await startEventStore({ databaseUrl })).stop()
  const startedAt = performance.now()
  await fillLog(databaseUrl, events)
  bench.say(
    `  ${events.toLocaleString('en-US')} events laid down in ${Math.round((performance.now() - startedAt) / 1000)} s`,
  )
  const server = await startEventStore({ databaseUrl })
  const each = events / filledAccounts(events)
  return {
    events,
    databaseUrl,
    server,
    revisions: Array.from({ length: ACCOUNTS_IN_USE }, () => each - 1),
    rounds: [],
    appended: 0,
    restartMs: 0,
  }
}

/** 64 appends in flight, to accounts in turn. */
async function appendWhile(
  bench: Bench,
  log: Filled,
  goOn: (so: { ms: number; appends: number }) => boolean,
): Promise<{ perSecond: number; cpuMicros: Record<string, number> }> {
  const store = createEventStoreGateway(log.server.url)
  await store.warmUp()
  const watched = [
    { name: 'client', pid: process.pid },
    { name: 'store', pid: log.server.pid },
    ...bench.stage.watched(),
  ]
  const before = cpuMicros(watched)
  const startedAt = performance.now()
  let appends = 0
  let next = log.appended
  const one = async (): Promise<void> => {
    while (goOn({ ms: performance.now() - startedAt, appends })) {
      await appendOne(store, log, next++ % ACCOUNTS_IN_USE)
      appends += 1
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, one))
  const seconds = (performance.now() - startedAt) / 1000
  const spent = spentMicros(before, cpuMicros(watched))
  await store.close()
  log.appended += appends
  return { perSecond: appends / seconds, cpuMicros: eachMicros(spent, appends) }
}

/** Throws if not written; there are no other writers. */
async function appendOne(store: EventStoreGateway, log: Filled, account: number): Promise<void> {
  const stream = accountStream(FILLED_BUSINESS, account + 1)
  const revision = log.revisions[account]!
  const outcome = await store.append(stream, revision, [writtenAward(FILLED_BUSINESS, AMOUNT_AMD, new Date())], {
    deadlineAt: Date.now() + 10_000,
  })
  if (outcome.kind !== 'written') throw new Error(`An append to ${stream} came to ${outcome.kind}`)
  log.revisions[account] = outcome.revision
}

async function restart(log: Filled): Promise<void> {
  await log.server.stop()
  const startedAt = performance.now()
  log.server = await startEventStore({ databaseUrl: log.databaseUrl })
  const store = createEventStoreGateway(log.server.url)
  await appendOne(store, log, 0)
  log.restartMs = performance.now() - startedAt
  log.appended += 1
  await store.close()
}

async function mistakesOf({ databaseUrl, events, appended, revisions }: Filled): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ events: number; heads: number }>(
      `SELECT count(*)::int AS events, (SELECT sum(r)::int FROM (SELECT max(revision) AS r FROM events WHERE stream = ANY ($1) GROUP BY stream) AS head) AS heads
       FROM events WHERE stream LIKE 'account-%'`,
      [revisions.map((_, account) => accountStream(FILLED_BUSINESS, account + 1))],
    )
    const found = rows[0]!
    const heads = revisions.reduce((sum, revision) => sum + revision, 0)
    return [
      ...(found.events === events + appended
        ? []
        : [`${found.events} events in the log of ${events}, ${appended} were appended`]),
      ...(found.heads === heads ? [] : [`the accounts of the log of ${events} stand elsewhere than acknowledged`]),
    ]
  } finally {
    await client.end()
  }
}

function summaryOf({ events, rounds, restartMs }: Filled): LogOfSize {
  const perSecond = spreadOf(rounds.map(({ value }) => value))
  const nearest = rounds.toSorted(
    (a, b) => Math.abs(a.value - perSecond.median) - Math.abs(b.value - perSecond.median),
  )[0]!
  return { events, appendsPerSecond: perSecond, cpuMicros: nearest.cpuMicros, restartMs }
}

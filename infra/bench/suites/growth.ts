/** Award times on accounts with a long history (P15): cold after an API restart, and warm. */
import { accountStream } from '#contracts/events/ledger-events.ts'
import { tenthsForAmount } from '#contracts/units/points.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { SNAPSHOT_EVERY } from '#ledger/snapshot.ts'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import type { Bench } from '../bench.ts'
import { randomFrom, shuffled } from '../load/random.ts'
import { Samples, summaryOf } from '../measure/percentiles.ts'
import { businessIdOf, buyerCodeOf, buyerIdOf, ONE_ACCOUNT_BUSINESS } from '../people.ts'
import { writtenAward } from '../written-award.ts'

export type GrowthPoint = { events: number; accounts: number; coldMs: number; warmMs: number; warmP99Ms: number }

/** Events per stream, and number of accounts. */
const SIZES = [
  [10, 9],
  [100, 9],
  [1_000, 7],
  [10_000, 3],
] as const
const FIRST_BUYER = 1_000
const EVENTS_PER_APPEND = 500
const AMOUNT_AMD = 1_000
const WARM_AWARDS = 40
const SNAPSHOTS_WAIT_MS = 60_000
const BUSINESS = ONE_ACCOUNT_BUSINESS

type Account = { events: number; buyer: number }

export async function growthSuite(bench: Bench): Promise<{ points: GrowthPoint[]; mistakes: string[] }> {
  const arm = bench.arm('ours')
  await arm.begin()
  let buyer = FIRST_BUYER
  const accounts: Account[] = SIZES.flatMap(([events, count]) =>
    Array.from({ length: count }, () => ({ events, buyer: buyer++ })),
  )
  const store = createEventStoreGateway(bench.product.eventStoreUrl)
  for (const account of accounts) await writeHistory(store, account)
  await store.close()
  const written = accounts.reduce((sum, { events }) => sum + events, 0)
  bench.alsoAcknowledged(arm, written, written * tenthsForAmount(AMOUNT_AMD))
  await arm.books()
  await untilSnapshots(
    bench.product.databaseUrl,
    accounts.filter(({ events }) => events >= SNAPSHOT_EVERY),
  )

  await bench.product.restartApi()
  // Warms the code, not the accounts.
  await bench.prepare(arm, {
    mix: 'uniform',
    seed: 77,
    loop: { kind: 'closed', inFlight: 16, warmMs: 0, warmAnswers: 0, measureMs: 3_000 },
  })
  await bench.prepare(arm, {
    mix: 'one-account',
    seed: 78,
    loop: { kind: 'closed', inFlight: 1, warmMs: 0, warmAnswers: 0, measureMs: 500 },
  })
  const order = shuffled(accounts, randomFrom(bench.options.seed))
  const awardTo = (account: Account) => ({
    business: BUSINESS,
    buyerCode: buyerCodeOf(account.buyer),
    amountAmd: AMOUNT_AMD,
  })
  const cold = await sequence(bench, order.map(awardTo))
  // Interleaves all lengths, because the machine's speed varies over time.
  const warmOrder = Array.from({ length: WARM_AWARDS }, (_, round) =>
    shuffled(accounts, randomFrom(bench.options.seed + round)),
  ).flat()
  const warm = await sequence(bench, warmOrder.map(awardTo))
  const coldOf = samplesBySize(order, cold)
  const warmOf = samplesBySize(warmOrder, warm)
  const points = SIZES.map(([events, count]) => {
    const warmSummary = summaryOf(warmOf(events))
    return {
      events,
      accounts: count,
      coldMs: summaryOf(coldOf(events)).p50,
      warmMs: warmSummary.p50,
      warmP99Ms: warmSummary.p99,
    }
  })
  for (const point of points)
    bench.say(
      `  account of ${point.events} events: cold ${point.coldMs.toFixed(1)} ms, warm ${point.warmMs.toFixed(2)} ms`,
    )
  const check = await bench.measure(arm, () => ({
    mix: 'one-account',
    seed: 79,
    loop: { kind: 'closed', inFlight: 1, warmMs: 0, warmAnswers: 0, measureMs: 200 },
  }))
  return { points, mistakes: check.mistakes }
}

async function sequence(
  bench: Bench,
  awards: { business: number; buyerCode: string; amountAmd: number }[],
): Promise<number[]> {
  const { eachMs = [] } = await bench.prepare(bench.arm('ours'), {
    mix: 'one-account',
    seed: 0,
    loop: { kind: 'sequence', awards },
  })
  return eachMs
}

function samplesBySize(order: readonly Account[], eachMs: readonly number[]): (events: number) => Samples {
  return (events) => {
    const samples = new Samples()
    order.forEach((account, index) => {
      if (account.events === events) samples.push(eachMs[index] ?? Number.NaN)
    })
    return samples
  }
}

const streamOf = (buyer: number) => accountStream(businessIdOf(BUSINESS), buyerIdOf(buyer))

/** Written through the store's protocol, not the API. */
async function writeHistory(store: EventStoreGateway, { events, buyer }: Account): Promise<void> {
  const businessId = businessIdOf(BUSINESS)
  const stream = streamOf(buyer)
  for (let written = 0; written < events; written += EVENTS_PER_APPEND) {
    const batch = Array.from({ length: Math.min(EVENTS_PER_APPEND, events - written) }, () =>
      writtenAward(businessId, AMOUNT_AMD, new Date()),
    )
    const outcome = await store.append(stream, written === 0 ? NO_STREAM : written - 1, batch, {
      deadlineAt: Date.now() + 10_000,
    })
    if (outcome.kind !== 'written') throw new Error(`The history of ${stream} was not written: ${outcome.kind}`)
  }
}

/** The worker writes them after its batches, so there are others, and older ones of these accounts. */
async function untilSnapshots(databaseUrl: string, accounts: readonly Account[]): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, name: 'hatik-bench-growth' })
  const written = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*) AS count FROM account_snapshots
       JOIN unnest($1::text[], $2::bigint[]) AS wanted (stream, revision) USING (stream)
       WHERE account_snapshots.revision >= wanted.revision`,
      [accounts.map(({ buyer }) => streamOf(buyer)), accounts.map(({ events }) => events - SNAPSHOT_EVERY)],
    )
    return rows[0]!.count >= accounts.length
  }
  await waitUntil('snapshots of the long accounts', written, SNAPSHOTS_WAIT_MS)
  await pool.end()
}

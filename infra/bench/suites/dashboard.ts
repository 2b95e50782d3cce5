/** Read times of the dashboard of a business with 20,000 buyers and a year of history. */
import { accountStream } from '#contracts/events/ledger-events.ts'
import { tenthsForAmount } from '#contracts/units/points.ts'
import { DAY_MS, yerevanDay } from '#contracts/units/time.ts'
import { NO_PASSWORD } from '#accounts/passwords.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { signIn } from '../arms/sessions.ts'
import type { Bench } from '../bench.ts'
import { Samples, summaryOf } from '../measure/percentiles.ts'
import { spreadOf, type Spread } from '../measure/ratios.ts'
import { writtenAward } from '../written-award.ts'

export type DashboardRead = { what: string; p50Ms: Spread; p99Ms: Spread; bytes: number }
export type DashboardResult = { buyers: number; events: number; days: number; reads: DashboardRead[] }

const BUYERS = 20_000
const AWARDS_EACH = 3
const DAYS = 365
const BUSINESS_ID = 400_001
const FIRST_BUYER_ID = 500_001
const LANES = 16
const ROWS = 10
const READS_IN_A_ROUND = { whole: 100, quick: 25 } as const

/** Two letters and four digits, in the order of IDs. */
const codeOf = (index: number) =>
  `D${String.fromCharCode(65 + Math.floor(index / 10_000))}${String(index % 10_000).padStart(4, '0')}`

export async function dashboardSuite(bench: Bench): Promise<DashboardResult> {
  const arm = bench.arm('ours')
  await arm.begin()
  await seedPeople(bench.product.databaseUrl)
  const store = createEventStoreGateway(bench.product.eventStoreUrl)
  const written = await writeYear(store)
  await store.close()
  bench.alsoAcknowledged(arm, BUYERS * AWARDS_EACH, written)
  await arm.books()
  await analyse(bench.product.databaseUrl)

  const cookie = await signIn(bench.stage.parsedEnv, BUSINESS_ID)
  const address = `http://${arm.host.host}:${arm.host.port}/api/business/${BUSINESS_ID}`
  const { rounds, quick } = bench.options
  const times = READS_IN_A_ROUND[quick ? 'quick' : 'whole']
  const samples = readsOf(new Date()).map(([what, path]) => ({
    what,
    path,
    p50: [] as number[],
    p99: [] as number[],
    bytes: 0,
  }))
  // Round 0 is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const sample of samples) {
      const each = new Samples()
      for (let time = 0; time < (round === 0 ? 5 : times); time += 1) {
        const startedAt = performance.now()
        const answer = await fetch(`${address}/${sample.path}`, { headers: { cookie } })
        const body = await answer.arrayBuffer()
        each.push(performance.now() - startedAt)
        if (!answer.ok) throw new Error(`${sample.path}: ${answer.status}`)
        sample.bytes = body.byteLength
      }
      const { p50, p99 } = summaryOf(each)
      if (round > 0) {
        sample.p50.push(p50)
        sample.p99.push(p99)
      }
    }
  }
  const reads = samples.map(({ what, p50, p99, bytes }) => ({
    what,
    p50Ms: spreadOf(p50),
    p99Ms: spreadOf(p99),
    bytes,
  }))
  for (const { what, p50Ms, p99Ms } of reads)
    bench.say(`  ${what}: p50 ${p50Ms.median.toFixed(1)} ms, p99 ${p99Ms.median.toFixed(1)} ms`)
  return { buyers: BUYERS, events: BUYERS * AWARDS_EACH, days: DAYS, reads }
}

/** The dashboard's requests, each in its most expensive form. */
function readsOf(now: Date): [what: string, path: string][] {
  const deep = Math.floor(BUYERS * 0.75)
  const year = `from=${yerevanDay(new Date(now.getTime() - (DAYS - 1) * DAY_MS))}&to=${yerevanDay(now)}`
  const page = `buyers?limit=${ROWS}`
  return [
    ['the three figures', 'stats'],
    ['plan and limits', 'subscription'],
    ['buyers, first page', page],
    ['buyers by points, most first', `${page}&sort=points&order=desc`],
    ['buyers by points, least first', `${page}&sort=points&order=asc`],
    ['buyers by code, forwards', `${page}&sort=code&order=asc`],
    ['buyers by code, backwards', `${page}&sort=code&order=desc`],
    ['buyers, searched by two signs', `${page}&sort=points&order=desc&search=DB`],
    ['buyers, searched by a whole code', `${page}&sort=points&order=desc&search=${codeOf(deep)}`],
    [
      'buyers by code, three quarters down',
      `${page}&sort=code&order=asc&cursor=${codeOf(deep)}.${FIRST_BUYER_ID + deep}`,
    ],
    ['figures of 30 days', 'figures/daily'],
    ['figures of a year', `figures/daily?${year}`],
    ['the book of points owed, a year', `figures/book?${year}`],
    ['events behind the month', `movements?month=${yerevanDay(now).slice(0, 7)}&type=PointsAwarded&type=AwardVoided`],
    ['events of a kind that never happened', 'movements?type=AwardVoided'],
  ]
}

async function seedPeople(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, name: 'hatik-bench' })
  await pool.query(
    `INSERT INTO users (id, email, password, role, first_name, last_name, email_verified) VALUES ($1, 'bench-dashboard@hatik.test', $2, 'business', 'Bench', 'Business', true)`,
    [BUSINESS_ID, NO_PASSWORD],
  )
  await pool.query(
    `INSERT INTO business_profiles (user_id, business_name, slug, status, subscription_plan) VALUES ($1, 'Bench dashboard', 'bench-dashboard', 'active', 'prime')`,
    [BUSINESS_ID],
  )
  await pool.query(
    `INSERT INTO users (id, email, password, role, first_name, last_name, buyer_code, email_verified)
     SELECT $1 + n - 1, 'bench-dashboard-buyer-' || n || '@hatik.test', $3, 'buyer', 'Bench', 'Buyer', code, true FROM unnest($2::text[]) WITH ORDINALITY AS buyer (code, n)`,
    [FIRST_BUYER_ID, Array.from({ length: BUYERS }, (_, index) => codeOf(index)), NO_PASSWORD],
  )
  await pool.end()
}

/** Three awards per buyer over the year, in varying amounts; returns the tenths. */
async function writeYear(store: EventStoreGateway): Promise<number> {
  const now = Date.now()
  let next = 0
  let tenths = 0
  const lane = async (): Promise<void> => {
    while (next < BUYERS) {
      const index = next++
      const stream = accountStream(BUSINESS_ID, FIRST_BUYER_ID + index)
      const awards = Array.from({ length: AWARDS_EACH }, (_, nth) => {
        const amountAmd = 500 + ((index * 7_919 + nth * 104_729) % 20_000)
        const daysAgo = (index * 31 + (AWARDS_EACH - nth) * 120) % DAYS
        tenths += tenthsForAmount(amountAmd)
        return writtenAward(BUSINESS_ID, amountAmd, new Date(now - daysAgo * DAY_MS))
      })
      const outcome = await store.append(stream, NO_STREAM, awards, { deadlineAt: Date.now() + 30_000 })
      if (outcome.kind !== 'written') throw new Error(`The history of ${stream} was not written: ${outcome.kind}`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return tenths
}

/** As autovacuum does within a minute. */
async function analyse(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, name: 'hatik-bench' })
  await pool.query('ANALYZE')
  await pool.end()
}

/** Two APIs that forward commands to their account's: one of them is killed under load, and nothing is lost or doubled. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { ownerOf } from '#platform/ledger-peers/owner.ts'
import { freePort } from '../../infra/local/ports.ts'
import { readMetrics } from '../../infra/testing/read-metrics.ts'
import type { Person } from '../../infra/testing/people/person.ts'
import { startCollector, type CollectedSpan, type Collector } from '../../infra/testing/servers/collector.ts'
import { startProduct, type Product } from '../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../infra/testing/wait-until.ts'

/** A half of them belongs to each API. */
const BUYERS = 6
const AWARDS = 240
/** Of the award of 5,000 AMD that each buyer has before. */
const FIRST_TENTHS = 100

let product: Product
let collector: Collector
let second: string
let secondMetrics: number
let cafe: Person
let buyers: (Person & { code: string })[]

beforeAll(async () => {
  collector = await startCollector()
  const [one, two] = [await freePort(), await freePort()] as const
  secondMetrics = await freePort()
  const own = (port: number) => `http://127.0.0.1:${port}`
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'always_on' }
  product = await startProduct({
    env: { ...traced, LEDGER_PEERS: `${own(one)},${own(two)}`, LEDGER_SELF: own(one) },
    metrics: true,
  })
  // It knows the first one by another name, so they do not agree on whose an account is.
  const lists = [
    [own(one), own(two)],
    [`http://localhost:${one}`, own(two)],
  ] as const
  second = await product.startSecondApi({
    LEDGER_PEERS: lists[1].join(','),
    LEDGER_SELF: own(two),
    METRICS_PORT: String(secondMetrics),
  })
  cafe = await product.business()
  const ofFirst: typeof buyers = []
  const ofOther: typeof buyers = []
  while (Math.min(ofFirst.length, ofOther.length) < BUYERS / 2) {
    const buyer = await product.buyer()
    const [byFirst, bySecond] = lists.map((list) => ownerOf(accountStream(cafe.id, buyer.id), list))
    if (byFirst === own(one)) ofFirst.push(buyer)
    else if (bySecond !== own(two)) ofOther.push(buyer)
  }
  buyers = [ofFirst, ofOther].flatMap((each) => each.slice(0, BUYERS / 2))
}, 60_000)
afterAll(async () => {
  await product.close()
  await collector.stop()
})

it('a forwarded command is decided where it is sent, and not forwarded again', async () => {
  const answers = await Promise.all(
    buyers.map((buyer) =>
      cafe.send(
        'POST',
        `/api/business/${cafe.id}/award-points`,
        { buyerId: buyer.code, amountSpent: 5_000 },
        { 'idempotency-key': randomUUID() },
      ),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(buyers.map(() => 200))
  const sent = await forwardedBy(product.env['METRICS_PORT'])
  expect(sent).toBe(BUYERS / 2)
  expect(await forwardedBy(secondMetrics), 'it would send each of them back').toBe(0)
  const appends = await readMetrics(secondMetrics)
  expect(appends.sum('hatik_store_append_events_sum')).toBe(sent)

  // The trace goes through both: request, decision here, decision there, append.
  const chains = await waitUntil('their spans', () => {
    const spans = answers.map(({ headers }) => {
      const traceId = headers.get('x-request-id')!.replaceAll('-', '')
      return collector.spans.filter((span) => span.traceId === traceId && span.service === 'hatik-api')
    })
    const decided = spans.flat().filter(({ name }) => name === 'decide AwardPoints')
    const appended = spans.flat().filter(({ name }) => name === 'append')
    const requests = spans.flat().filter(({ parentId }) => parentId === undefined)
    return decided.length === BUYERS + sent && appended.length === BUYERS && requests.length === BUYERS && spans
  })
  for (const spans of chains) {
    const parentOf = (span: CollectedSpan) => spans.find(({ spanId }) => spanId === span.parentId)
    const decisions = spans.filter(({ name }) => name === 'decide AwardPoints')
    const chain = []
    for (let at = spans.find(({ name }) => name === 'append'); at; at = parentOf(at)) chain.push(at.name)
    expect(chain).toEqual(['append', ...decisions.map(({ name }) => name), 'POST /api/business/:id/award-points'])
  }
})

it('two APIs share the accounts, and the death of one leaves no award lost or doubled', async () => {
  const at = [cafe, cafe.at(second)]
  let answered = 0
  let killed: Promise<void> | undefined
  const killFirst = async () => {
    expect(await forwardedBy(product.env['METRICS_PORT']), 'before the death').toBeGreaterThan(BUYERS / 2)
    await product.api.kill()
  }
  const awarded = async (index: number): Promise<void> => {
    const [key, buyer] = [randomUUID(), buyers[index % BUYERS]!]
    const asked = { buyerId: buyer.code, amountSpent: 50 * (1 + index) }
    // Through either API; what the killed one leaves open is repeated with its key, as a till does.
    await waitUntil(`award ${index}`, async () => {
      const api = at[killed ? 1 : index % 2]!
      const reply = await api
        .send('POST', `/api/business/${cafe.id}/award-points`, asked, { 'idempotency-key': key })
        .catch(() => undefined)
      return reply?.status === 200
    })
    answered += 1
    if (answered > AWARDS / 2) killed ??= killFirst()
  }
  const waiting = Array.from({ length: AWARDS }, (_, index) => index)
  const lane = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) await awarded(index)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  await killed
  const wanted = buyers.map((_, buyer) =>
    Array.from({ length: AWARDS / BUYERS }, (_award, turn) => 1 + buyer + turn * BUYERS).reduce(
      (sum, tenths) => sum + tenths,
      FIRST_TENTHS,
    ),
  )
  await waitUntil('the read models hold every award once', async () => {
    const { rows } = await product.pool.query<{ buyer_id: number; balance_tenths: number }>(
      'SELECT buyer_id, balance_tenths FROM read.account_balances WHERE business_id = $1',
      [cafe.id],
    )
    const of = new Map(rows.map((row) => [row.buyer_id, row.balance_tenths]))
    return buyers.every(({ id }, index) => of.get(id) === wanted[index])
  })
}, 90_000)

async function forwardedBy(metricsPort: number | string | undefined): Promise<number> {
  return (await readMetrics(metricsPort)).sum('hatik_commands_forwarded_total', { outcome: 'answered' })
}

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer, Person } from '../../../infra/testing/people/person.ts'
import { startCollector, type CollectedSpan, type Collector } from '../../../infra/testing/servers/collector.ts'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

const AWARD = 'POST /api/business/:id/award-points'
/** Patterns, outcomes and counts. */
const ATTRIBUTES = [
  'hatik.append.events',
  'hatik.batch.events',
  'hatik.code',
  'hatik.outcome',
  'hatik.streams',
  'http.request.method',
  'http.response.status_code',
  'http.route',
]

let collector: Collector
let product: Product
let cafe: Person
let ani: Person & { code: string }
const lines: string[] = []

beforeAll(async () => {
  collector = await startCollector()
  product = await startProduct({
    // Channels of the shared one reach all tests.
    redis: 'own',
    log: (line) => lines.push(line),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
      OTEL_TRACES_SAMPLER: 'always_on',
    },
  })
  cafe = await product.business({ plan: 'starter' })
  ani = await product.buyer()
})
afterAll(async () => {
  await product.close()
  await collector.stop()
})

const award = (receipt: string, headers: Record<string, string> = {}): Promise<Answer> =>
  cafe.send(
    'POST',
    `/api/business/${cafe.id}/award-points`,
    { buyerId: ani.code, amountSpent: 5_000, receipt },
    { 'idempotency-key': randomUUID(), ...headers },
  )
const traceOf = ({ headers }: Answer): string => headers.get('x-request-id')!.replaceAll('-', '')
const spansOf = (answer: Answer): CollectedSpan[] =>
  collector.spans.filter(({ traceId }) => traceId === traceOf(answer))
const spanOf = (answer: Answer, name: string): Promise<CollectedSpan> =>
  waitUntil(`the span ${name}`, () => spansOf(answer).find((span) => span.name === name))

it('shows an award as one trace, from the request to the rows and the open pages', async () => {
  const pages = new AbortController()
  const stream = await fetch(`${product.address}/api/live`, {
    headers: { cookie: cafe.cookie },
    signal: pages.signal,
  })
  const messages = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  while (!heard.includes('event: ready')) heard += (await messages.read()).value

  const answer = await award('R-1')
  expect(answer.status).toBe(200)
  const push = await spanOf(answer, 'live push')
  pages.abort()
  const request = await spanOf(answer, AWARD)
  const decision = await spanOf(answer, 'decide AwardPoints')
  const append = await spanOf(answer, 'append')
  const projection = await spanOf(answer, 'projection')
  const reserve = await spanOf(answer, 'reserve')

  expect(request).toMatchObject({ service: 'hatik-api', parentId: undefined, failed: false, links: [] })
  expect(request.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/business/:id/award-points',
    'http.response.status_code': 200,
  })
  expect(reserve).toMatchObject({ service: 'hatik-api', parentId: request.spanId })
  expect(decision).toMatchObject({ service: 'hatik-api', parentId: request.spanId })
  expect(decision.attributes).toEqual({ 'hatik.outcome': 'done' })
  expect(append).toMatchObject({ service: 'hatik-api', parentId: decision.spanId })
  expect(append.attributes).toEqual({ 'hatik.outcome': 'written', 'hatik.append.events': 1 })
  expect(projection).toMatchObject({ service: 'hatik-worker', parentId: append.spanId })
  expect(push).toMatchObject({ service: 'hatik-api', parentId: projection.spanId })
  expect(push.attributes).toEqual({ 'hatik.streams': 1 })
  expect(spansOf(answer)).toHaveLength(6)
  expect(decision.tookMs, 'the append is a part of it').toBeGreaterThanOrEqual(append.tookMs)
  expect(request.tookMs, 'decision and reservation are parts of it').toBeGreaterThan(decision.tookMs + reserve.tookMs)
})

it('names a refusal by its code, and links the trace of a caller without joining it', async () => {
  const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
  await award('R-2')
  const linked = await award('R-2', { traceparent: `00-${caller.traceId}-${caller.spanId}-01` })
  expect(linked.status).toBe(409)
  const request = await spanOf(linked, AWARD)
  expect(request.links).toMatchObject([caller])
  expect(request).toMatchObject({ failed: false, attributes: { 'hatik.code': 'receipt_already_awarded' } })
  expect(traceOf(linked)).not.toBe(caller.traceId)
  const odd = await award('R-2', { traceparent: `00-${'0'.repeat(32)}-${caller.spanId}-01` })
  expect((await spanOf(odd, AWARD)).links).toEqual([])
})

it('two calls with one traceparent are two acts', async () => {
  const headers = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00' }
  const calls = [await cafe.send('GET', '/api/auth/me', undefined, headers), await award('R-3', headers)]
  expect(new Set(calls.map(traceOf)).size).toBe(2)
})

it('shows where a planted slow award waits', async () => {
  const before = await award('S-1')
  const blocker = await product.pool.connect()
  blocker.on('error', () => {})
  await blocker.query('BEGIN')
  await blocker.query('LOCK TABLE receipts IN ACCESS EXCLUSIVE MODE')
  const slow = award('S-2')
  // As the runbook says.
  const [by] = await waitUntil('the award is blocked', async () => {
    const blocked = `SELECT pg_blocking_pids(pid) AS by FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'hatik-api' AND cardinality(pg_blocking_pids(pid)) > 0`
    return (await product.pool.query<{ by: number[] }>(blocked)).rows[0]?.by
  })
  const beganAt = performance.now()
  await blocker.query('SELECT pg_sleep(0.3)')
  const heldMs = performance.now() - beganAt
  await product.pool.query('SELECT pg_terminate_backend($1)', [by])
  blocker.release(true)
  expect((await slow).status).toBe(200)
  const reserve = await spanOf(await slow, 'reserve')
  expect(reserve.tookMs).toBeGreaterThan(heldMs)
  expect(reserve.tookMs).toBeGreaterThan((await spanOf(before, 'reserve')).tookMs)
  expect((await spanOf(await slow, AWARD)).tookMs).toBeGreaterThan(reserve.tookMs)
})

it('tells nothing of people', async () => {
  const nobody = await product.buyer()
  await spanOf(await award('R-4'), 'projection')
  const text = collector.text()
  for (const trace of [ani.code, nobody.code, ani.email, cafe.email, 'R-1', 'R-4', `/business/${cafe.id}/`])
    expect(text).not.toContain(trace)
  const keys = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))
  expect([...keys].filter((key) => !ATTRIBUTES.includes(key))).toEqual([])
  const names = new Set(collector.spans.map(({ name }) => name))
  expect([...names].filter((name) => name.includes('/api/live') || name.includes('/api/health'))).toEqual([])
})

it('serves awards without a collector, says so, and sends again when it is back', async () => {
  await collector.stop()
  for (const receipt of ['A-1', 'A-2', 'A-3']) expect((await award(receipt)).status).toBe(200)
  await waitUntil('the API says that traces are dropped', () => lines.some((line) => line.includes('cannot be sent')))
  collector = await startCollector(Number(new URL(collector.url).port))
  await spanOf(await award('A-4'), 'projection')
})

it('sends what is recorded when the API stops', async () => {
  const last = await award('B-1')
  await product.api.stop()
  await spanOf(last, AWARD)
})

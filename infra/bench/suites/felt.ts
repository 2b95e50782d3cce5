/** Waits that a person feels: searches, reports, a long statement and an export, at the size of a large installation. */
import { readFileSync } from 'node:fs'
import { DAY_MS, yerevanDay } from '#contracts/units/time.ts'
import { buildWeb } from '../../local/web-build.ts'
import { startOurs, type Product } from '../arms/ours.ts'
import { signIn } from '../arms/sessions.ts'
import type { Bench } from '../bench.ts'
import { Samples, summaryOf } from '../measure/percentiles.ts'
import { feltPaints, type FeltPaint } from './felt-browser.ts'
import { FELT, feltCode, fillFelt, type FeltSize } from './felt-data.ts'

/** One kind of answer. First byte: the answer's head. */
type FeltRead = {
  what: string
  /** The size of the data that the answer is about. */
  data: string
  times: number
  firstMs: { p50: number; p99: number }
  lastMs: { p50: number; p99: number }
  bytes: number
  /** People wait for the first byte alone. */
  streamed: boolean
}
type FeltExport = { lines: number; firstMs: number; linesPerSecond: number; mbBefore: number; mbMost: number }
export type FeltResult = {
  size: FeltSize
  fillSeconds: number
  reads: FeltRead[]
  paints: FeltPaint[]
  export: FeltExport
}

const SIZES = {
  whole: { buyers: 100_000, businesses: 10_000, events: 1_000_000, lines: 10_000 },
  quick: { buyers: 10_000, businesses: 1_000, events: 50_000, lines: 1_000 },
} as const satisfies Record<string, FeltSize>
const TIMES = { whole: 10, quick: 5 } as const
const PAINT_TIMES = { whole: { till: 100, phone: 10 }, quick: { till: 30, phone: 5 } } as const
const MEMORY_EVERY_MS = 100

type Who = 'business' | 'admin' | 'auditor' | 'regular' | 'nobody'
type Asked = { what: string; data: string; who: Who; path: string; streamed?: boolean }

export async function feltSuite(bench: Bench): Promise<FeltResult> {
  const kind = bench.options.quick ? 'quick' : 'whole'
  const size = SIZES[kind]
  await buildWeb(() => {})
  const product = await startOurs(bench.stage.database('bench_felt'), bench.stage.env)
  try {
    // Without the worker: there is no log behind the rows.
    await product.arms[1].begin()
    const startedAt = performance.now()
    await fillFelt(product.databaseUrl, size)
    await product.restartApi()
    const fillSeconds = (performance.now() - startedAt) / 1_000
    bench.say(`  filled in ${fillSeconds.toFixed(1)} s`)
    const { host, port } = product.arms[0].host
    const address = `http://${host}:${port}`
    const cookies = await cookiesOf(bench)
    const client = clientOf(address, cookies)
    const reads: FeltRead[] = []
    for (const asked of readsOf(size, new Date())) {
      const read = await measured(client, asked, TIMES[kind])
      bench.say(
        `  ${read.what}: p50 ${read.lastMs.p50.toFixed(1)} ms, p99 ${read.lastMs.p99.toFixed(1)} ms, ${read.bytes} bytes`,
      )
      reads.push(read)
    }
    const exported = await measuredExport(client, product)
    bench.say(
      `  export: first byte ${exported.firstMs.toFixed(1)} ms, ${Math.round(exported.linesPerSecond)} lines/s, ${exported.mbBefore.toFixed(0)} to ${exported.mbMost.toFixed(0)} MB`,
    )
    // Last, because the till's awards reach the log alone.
    const paints = await feltPaints({ address, cookies, size, times: PAINT_TIMES[kind] })
    for (const { what, shownMs } of paints)
      bench.say(`  ${what}: p50 ${shownMs.p50.toFixed(1)} ms, p99 ${shownMs.p99.toFixed(1)} ms`)
    return { size, fillSeconds, reads, paints, export: exported }
  } finally {
    await product.stop()
  }
}

/** Each in its most expensive form, among them searches that find nothing. */
function readsOf({ buyers, businesses, events, lines }: FeltSize, now: Date): Asked[] {
  const ofBuyers = `${buyers.toLocaleString('en-US')} buyers`
  const ofShops = `${businesses.toLocaleString('en-US')} businesses`
  const ofYear = `${events.toLocaleString('en-US')} events, ${FELT.days} days`
  const ofLines = `${lines.toLocaleString('en-US')} lines`
  const own = `/api/business/${FELT.businessId}`
  const year = `from=${yerevanDay(new Date(now.getTime() - (FELT.days - 1) * DAY_MS))}&to=${yerevanDay(now)}`
  const day = yerevanDay(new Date(now.getTime() - 100 * DAY_MS))
  const statement = `/api/buyer/${FELT.regularId}/statement/${FELT.businessId}`
  const table = `${own}/buyers?limit=10&sort=points&order=desc`
  const named = (text: string) => encodeURIComponent(text)
  return [
    { what: 'buyers of a business, by points', data: ofBuyers, who: 'business', path: table },
    {
      what: 'buyers of a business, searched by two signs',
      data: ofBuyers,
      who: 'business',
      path: `${table}&search=CB`,
    },
    {
      what: 'buyers of a business, searched by a code',
      data: ofBuyers,
      who: 'business',
      path: `${table}&search=${feltCode(Math.floor(buyers / 2))}`,
    },
    {
      what: 'buyers of a business, by spending',
      data: ofBuyers,
      who: 'business',
      path: `${own}/buyers/visits?sort=spent`,
    },
    {
      what: 'people, searched by a name',
      data: ofBuyers,
      who: 'admin',
      path: `/api/admin/users?search=${named('Անի Սարգսյան')}`,
    },
    {
      what: 'people, searched by a name that nobody has',
      data: ofBuyers,
      who: 'admin',
      path: `/api/admin/users?search=${named('Զարուհի')}`,
    },
    {
      what: 'people, searched by a part of an address',
      data: ofBuyers,
      who: 'admin',
      path: `/api/admin/users?search=felt-${buyers - 1}`,
    },
    {
      what: 'people, searched by the end of a telephone number',
      data: ofBuyers,
      who: 'admin',
      path: `/api/admin/users?search=${String(91_000_000 + buyers - 1).slice(-6)}`,
    },
    {
      what: 'businesses, searched by a name',
      data: ofShops,
      who: 'admin',
      path: `/api/admin/businesses?search=${named('գրատուն')}`,
    },
    {
      what: 'businesses, searched by a name that none has',
      data: ofShops,
      who: 'admin',
      path: `/api/admin/businesses?search=${named('Զարուհի')}`,
    },
    { what: 'businesses, by name', data: ofShops, who: 'admin', path: '/api/admin/businesses?sort=name' },
    {
      what: 'businesses, by last activity',
      data: ofShops,
      who: 'admin',
      path: '/api/admin/businesses?sort=activity&direction=desc',
    },
    {
      what: 'directory, searched',
      data: ofShops,
      who: 'nobody',
      path: `/api/business-profiles?search=${named('kofe')}&limit=24`,
    },
    {
      what: 'directory, searched for what none has',
      data: ofShops,
      who: 'nobody',
      path: `/api/business-profiles?search=${named('զարուհի')}`,
    },
    { what: 'directory, whole', data: ofShops, who: 'nobody', path: '/api/business-profiles' },
    { what: 'figures of a year', data: ofYear, who: 'business', path: `${own}/figures/daily?${year}` },
    { what: 'the three figures', data: ofYear, who: 'business', path: `${own}/stats` },
    { what: 'liability book of a year', data: ofYear, who: 'business', path: `${own}/figures/book?${year}` },
    {
      what: 'liability book of a year, as a workbook',
      data: ofYear,
      who: 'business',
      path: `${own}/figures/book.xlsx?${year}`,
    },
    { what: 'day report', data: ofYear, who: 'business', path: `${own}/reports/day?day=${day}` },
    { what: 'what needs attention', data: ofYear, who: 'business', path: `${own}/attention` },
    { what: 'balance sheet of the ledger', data: ofYear, who: 'auditor', path: '/api/audit/balance-sheet' },
    { what: 'movements for an auditor, newest', data: ofYear, who: 'auditor', path: '/api/audit/movements' },
    { what: 'statement, first page', data: ofLines, who: 'regular', path: statement },
    {
      what: 'statement, whole, as CSV',
      data: ofLines,
      who: 'regular',
      path: `${statement}/file?format=csv`,
      streamed: true,
    },
  ]
}

type Client = (who: Who, path: string) => Promise<Response>

async function cookiesOf(bench: Bench): Promise<Record<Who, string>> {
  const cookie = (userId: number) => signIn(bench.stage.parsedEnv, userId)
  return {
    business: await cookie(FELT.businessId),
    admin: await cookie(FELT.adminId),
    auditor: await cookie(FELT.auditorId),
    regular: await cookie(FELT.regularId),
    nobody: '',
  }
}

const clientOf =
  (address: string, cookies: Record<Who, string>): Client =>
  async (who, path) => {
    const answer = await fetch(address + path, { headers: { cookie: cookies[who] } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

/** The first answer is not counted: it warms the database's cache. */
async function measured(
  client: Client,
  { what, data, who, path, streamed = false }: Asked,
  times: number,
): Promise<FeltRead> {
  const [first, last] = [new Samples(), new Samples()]
  let bytes = 0
  for (let time = 0; time <= times; time += 1) {
    const startedAt = performance.now()
    const answer = await client(who, path)
    const firstMs = performance.now() - startedAt
    bytes = (await answer.arrayBuffer()).byteLength
    if (time === 0) continue
    first.push(firstMs)
    last.push(performance.now() - startedAt)
  }
  return { what, data, times, firstMs: summaryOf(first), lastMs: summaryOf(last), bytes, streamed }
}

async function measuredExport(client: Client, product: Product): Promise<FeltExport> {
  const api = product.arms[0].watched().find(({ name }) => name === 'api')!.pid
  const mbBefore = residentMb(api)
  let mbMost = mbBefore
  const watch = setInterval(() => (mbMost = Math.max(mbMost, residentMb(api))), MEMORY_EVERY_MS)
  try {
    const startedAt = performance.now()
    const answer = await client('auditor', '/api/audit/export?format=jsonl')
    const firstMs = performance.now() - startedAt
    let lines = 0
    for await (const part of answer.body as AsyncIterable<Uint8Array>)
      for (const byte of part) if (byte === 10) lines += 1
    const linesPerSecond = (lines / (performance.now() - startedAt)) * 1_000
    return { lines, firstMs, linesPerSecond, mbBefore, mbMost }
  } finally {
    clearInterval(watch)
  }
}

function residentMb(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kb ?? 0) / 1_024
}

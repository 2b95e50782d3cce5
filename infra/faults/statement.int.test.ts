import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BalanceAsOf, Statement, StatementLine } from '#contracts/calls/statement.ts'
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import type { Person } from '../testing/people/person.ts'
import { sharedProduct } from '../testing/servers/shared-product.ts'
import type { Product } from '../testing/servers/test-product.ts'
import { foldStore } from './independent-fold.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

type Shop = Person & { perkIds: number[] }
type Buyer = Person & { code: string }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const yerevanDay = (at: number) => new Date(at + 4 * HOUR_MS).toISOString().slice(0, 10)
const tenths = (points: string) => Math.round(Number(points) * 10)
const path = (buyer: Person, shop: Person, rest = '') => `/api/buyer/${buyer.id}/statement/${shop.id}${rest}`
const read = async (buyer: Person, shop: Person, query = '') =>
  (await buyer.get<Statement>(path(buyer, shop, query))).body

async function award(shop: Shop, buyer: Buyer, amountSpent: number, more: object = {}) {
  const answer = await shop.write<{ awardId: string }>('POST', `/api/business/${shop.id}/award-points`, {
    buyerId: buyer.code,
    amountSpent,
    ...more,
  })
  buyer.sees(answer.token)
  return answer.body.awardId
}
async function redeem(buyer: Buyer, shop: Shop, perk = 0) {
  return (
    await buyer.write<{ redemptionId: string; redemptionCode: string }>('POST', `/api/buyer/${buyer.id}/redeem`, {
      perkId: shop.perkIds[perk],
    })
  ).body
}

/** Every kind of event of an account, some from an offline counter. */
async function live(shop: Shop, buyer: Buyer) {
  await award(shop, buyer, 12_345, { receipt: 'A-1' })
  await award(shop, buyer, 999, { happenedAt: new Date(Date.now() - 2 * DAY_MS).toISOString() })
  const used = await redeem(buyer, shop)
  const verified = await shop.write('POST', `/api/business/${shop.id}/verify-redemption`, {
    redemptionCode: used.redemptionCode,
  })
  buyer.sees(verified.token)
  const undone = await redeem(buyer, shop, 1)
  await buyer.write('DELETE', `/api/buyer/${buyer.id}/redemption/${undone.redemptionId}`)
  const wrong = await award(shop, buyer, 1_500)
  const voided = await shop.write('POST', `/api/business/${shop.id}/awards/${wrong}/void`, {
    reason: '=cmd|wrong buyer',
  })
  buyer.sees(voided.token)
  await award(shop, buyer, 500, { happenedAt: new Date(Date.now() - 5 * DAY_MS).toISOString() })
}

/** One account's events, read without the product's fold: position, tenths and both clocks. */
async function logOf(shop: Person, buyer: Person) {
  const gateway = createEventStoreGateway(product.services.eventStoreUrl)
  const log = gateway.openLogReader()
  try {
    const moved: { position: string; tenths: number; happenedMs: number; recordedMs: number }[] = []
    let after: bigint | null = null
    for (;;) {
      const batch: { events: LogEvent[]; reachedHead: boolean; lastPosition: bigint | null } = await log.read(
        after,
        1_000,
      )
      for (const event of batch.events) {
        if (event.stream !== `account-${shop.id}.${buyer.id}`) continue
        const data = event.data as Record<string, number>
        const by = {
          PointsAwarded: data['tenths'],
          PerkRedeemed: -(data['costTenths'] ?? 0),
          PointsRefunded: data['tenths'],
          AwardVoided: -(data['tenths'] ?? 0),
          AccountClosed: -(data['forfeitedTenths'] ?? 0),
          PointsMergedOut: -(data['tenths'] ?? 0),
          PointsMergedIn: data['tenths'],
        }[event.type]
        if (by === undefined) continue
        const clocks = event.metadata as { recordedAt: string; happenedAt?: string }
        moved.push({
          position: String(event.position),
          tenths: by,
          recordedMs: Date.parse(clocks.recordedAt),
          happenedMs: Date.parse(clocks.happenedAt ?? clocks.recordedAt),
        })
      }
      after = batch.lastPosition
      if (batch.reachedHead) return moved
    }
  } finally {
    await log.close()
    await gateway.close()
  }
}

async function ready() {
  const shop = await product.business({ perks: ['2.5', '10.0'] })
  const buyer = await product.buyer()
  await live(shop, buyer)
  return { shop, buyer }
}

describe('the statement', () => {
  it('equals the log line by line on both clocks, and adds up', async () => {
    const { shop, buyer } = await ready()
    const log = await logOf(shop, buyer)
    expect(log).toHaveLength(8)
    for (const clock of ['recorded', 'happened'] as const) {
      const shown = await read(buyer, shop, `?clock=${clock}`)
      const order = [...log].sort(
        (a, b) => a[`${clock}Ms`] - b[`${clock}Ms`] || Number(BigInt(a.position) - BigInt(b.position)),
      )
      let running = 0
      const wanted = order
        .map((line) => ({
          position: line.position,
          before: running,
          tenths: line.tenths,
          after: (running += line.tenths),
        }))
        .reverse()
      const lines = shown.lines.map((line) => ({
        position: line.position,
        before: tenths(line.balanceBefore),
        tenths: tenths(line.points),
        after: tenths(line.balance),
      }))
      expect(lines).toEqual(wanted)
      const { opening, awarded, returned, merged, redeemed, voided, forfeited, closing, movements } = shown.sums
      expect(
        tenths(opening) +
          tenths(awarded) +
          tenths(returned) +
          tenths(merged) -
          tenths(redeemed) -
          tenths(voided) -
          tenths(forfeited),
      ).toBe(tenths(closing))
      expect([tenths(closing), tenths(shown.balance), movements]).toEqual([running, running, 8])
    }
    const folded = await foldStore(product.services.eventStoreUrl)
    expect(tenths((await read(buyer, shop)).balance)).toBe(folded.balances.get(`account-${shop.id}.${buyer.id}`))
  })

  it('states purpose, actor and rule', async () => {
    const { shop, buyer } = await ready()
    const { lines, business, asOf } = await read(buyer, shop)
    const told = [...lines]
      .reverse()
      .map(({ type, doneBy, perkName, amountAmd, receipt, reason, countedAmd, leftoverAmd, points }) => [
        type,
        doneBy,
        perkName ?? amountAmd,
        receipt,
        reason,
        countedAmd,
        leftoverAmd,
        points,
      ])
    expect(told).toEqual([
      ['PointsAwarded', 'business', 12_345, 'A-1', null, 12_300, 45, '24.6'],
      ['PointsAwarded', 'business', 999, null, null, 950, 49, '1.9'],
      ['PerkRedeemed', 'yourself', 'Perk for 2.5', null, null, null, null, '-2.5'],
      ['PerkRedeemed', 'yourself', 'Perk for 10.0', null, null, null, null, '-10.0'],
      ['PointsRefunded', 'yourself', 'Perk for 10.0', null, null, null, null, '10.0'],
      ['PointsAwarded', 'business', 1_500, null, null, 1_500, 0, '3.0'],
      ['AwardVoided', 'business', 1_500, null, '=cmd|wrong buyer', null, null, '-3.0'],
      ['PointsAwarded', 'business', 500, null, null, 500, 0, '1.0'],
    ])
    expect(business).toMatchObject({ id: shop.id, slug: `business-${shop.id}` })
    expect(asOf.position).toMatch(/^\d+$/)
    expect(asOf.lastCheckedAt).toBeNull()
    await product.pool.query(
      `INSERT INTO account_checks (business_id, buyer_id, checked_at, agrees, position) VALUES ($1, $2, '2026-01-05T09:05:00Z', true, 1)`,
      [shop.id, buyer.id],
    )
    expect((await read(buyer, shop)).asOf).toMatchObject({ lastCheckedAt: '2026-01-05T09:05:00.000Z', agrees: true })
    expect(BigInt(asOf.position ?? 0) >= BigInt(lines[0]?.position ?? 0)).toBe(true)
    expect(JSON.stringify(lines)).not.toMatch(/redemptionCode|Firstname|@hatik/)
  })

  it('opens a period with the balance before it, on either clock, and its pages have no gap', async () => {
    const { shop, buyer } = await ready()
    const today = yerevanDay(Date.now())
    const before = yerevanDay(Date.now() - DAY_MS)
    const happened = await read(buyer, shop, `?clock=happened&from=${today}`)
    expect([happened.sums.opening, happened.sums.movements, happened.sums.closing]).toEqual([
      '2.9',
      6,
      happened.balance,
    ])
    const early = await read(buyer, shop, `?clock=happened&to=${before}`)
    expect([early.sums.opening, early.sums.closing, early.lines.map(({ points }) => points)]).toEqual([
      '0.0',
      '2.9',
      ['1.9', '1.0'],
    ])
    expect((await read(buyer, shop, `?clock=recorded&to=${before}`)).sums).toMatchObject({
      closing: '0.0',
      movements: 0,
    })

    for (const clock of ['recorded', 'happened']) {
      const whole = await read(buyer, shop, `?clock=${clock}`)
      const paged: StatementLine[] = []
      for (let next: string | null = ''; next !== null;) {
        const page: Statement = await read(
          buyer,
          shop,
          `?clock=${clock}&limit=3${next === '' ? '' : `&before=${next}`}`,
        )
        paged.push(...page.lines)
        next = page.next
      }
      expect(paged).toEqual(whole.lines)
      expect(whole.next).toBeNull()
    }
    expect((await buyer.get(path(buyer, shop, `?from=${today}&to=${before}`))).status).toBe(400)
  })

  it('a balance as of a day differs by clock, and the lines recorded later explain it', async () => {
    const { shop, buyer } = await ready()
    const asOf = async (query: string) => (await buyer.get<BalanceAsOf>(path(buyer, shop, `/balance${query}`))).body
    const threeDaysAgo = await asOf(`?day=${yerevanDay(Date.now() - 3 * DAY_MS)}`)
    expect([threeDaysAgo.happened, threeDaysAgo.recorded]).toEqual(['1.0', '0.0'])
    expect(threeDaysAgo.recordedLater.map(({ points }) => points)).toEqual(['1.0'])
    const now = await asOf('')
    expect([now.happened, now.recorded, now.recordedLater]).toEqual(['25.0', '25.0', []])
    const log = await logOf(shop, buyer)
    const moment = log[3]?.recordedMs ?? 0
    const then = await asOf(`?at=${new Date(moment).toISOString()}`)
    const sum = (clock: 'recordedMs' | 'happenedMs') =>
      log.filter((line) => line[clock] <= moment).reduce((total, line) => total + line.tenths, 0)
    expect([tenths(then.recorded), tenths(then.happened)]).toEqual([sum('recordedMs'), sum('happenedMs')])
  })

  it('belongs to the buyer only: others see nothing, and without an account it is empty (R182)', async () => {
    const { shop, buyer } = await ready()
    const [davit, books] = [await product.buyer(), await product.business()]
    for (const rest of ['', '/balance', '/file?format=csv']) {
      for (const other of [davit, shop, books])
        expect([rest, (await other.send('GET', path(buyer, shop, rest))).status]).toEqual([rest, 403])
      expect((await fetch(`${product.address}${path(buyer, shop, rest)}`)).status).toBe(401)
      expect((await buyer.get(`/api/buyer/${buyer.code}/statement/${shop.id}${rest}`)).status).toBe(400)
      expect((await buyer.get(`/api/buyer/${buyer.id}/statement/${davit.id}${rest}`)).status).toBe(404)
    }
    expect(await read(davit, shop)).toMatchObject({ balance: '0.0', lines: [], next: null, sums: { movements: 0 } })
  })

  it('stays available at a suspended business (H28)', async () => {
    const { shop, buyer } = await ready()
    await product.pool.query(`UPDATE business_profiles SET status = 'suspended' WHERE user_id = $1`, [shop.id])
    expect((await read(buyer, shop)).balance).toBe('25.0')
  })
})

describe('the statement as a file', () => {
  const file = (buyer: Person, shop: Person, query: string) =>
    fetch(`${product.address}${path(buyer, shop, `/file?${query}`)}`, { headers: { cookie: buyer.cookie } })

  it('as CSV in the chosen language equals the screen, without text that a spreadsheet would execute', async () => {
    const { shop, buyer } = await ready()
    const shown = await read(buyer, shop)
    for (const [language, heading] of [
      ['am', 'Մնացորդ'],
      ['en', 'Balance'],
    ] as const) {
      const answer = await file(buyer, shop, `format=csv&language=${language}`)
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="hatik-[a-z]+-business-\d+-\d{4}-\d\d-\d\d\.csv"$/,
      )
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const rows = bytes
        .toString('utf8')
        .slice(1)
        .trimEnd()
        .split('\r\n')
        .map((row) => row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
      expect(rows[0]).toContain(heading)
      expect(rows).toHaveLength(shown.lines.length + 3)
      expect(rows.slice(2, -1).map((row) => [Number(row[4]), Number(row[5])])).toEqual(
        [...shown.lines].reverse().map((line) => [Number(line.points), Number(line.balance)]),
      )
      expect(Number(rows.at(-1)?.[5])).toBe(Number(shown.sums.closing))
      expect(rows.flat()).toContain("'=cmd|wrong buyer")
    }
  })

  it('as PDF, in both languages', async () => {
    const { shop, buyer } = await ready()
    for (const language of ['am', 'en']) {
      const answer = await file(buyer, shop, `format=pdf&language=${language}`)
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(bytes.toString('latin1')).toContain(`/Lang (${language === 'am' ? 'hy' : 'en'})`)
      expect(bytes.toString('latin1')).toMatch(/NotoSansArmenian|NotoSans/)
    }
  })
})

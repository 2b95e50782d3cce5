import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountThen, BusinessHistory, DashboardThen, Step } from '#contracts/time-travel.ts'
import type { Person } from '../../infra/quality/person.ts'
import { signInStaff } from '../../infra/quality/staff.ts'
import { startProduct, type Product } from '../../infra/quality/test-product.ts'

const MOMENTS = 50

let product: Product
let admin: Person
let cafe: Person & { perkIds: number[] }
let bakery: Person & { perkIds: number[] }
let buyers: (Person & { code: string })[]

type Moment = { at: string; position: string; stats: string; buyers: string; transactions: number; points: Map<number, string | null> }
const moments: Moment[] = []
const codes: string[] = []

beforeAll(async () => {
  product = await startProduct()
  admin = await signInStaff(product, 'admin')
  cafe = await product.business({ perks: ['2.0'] })
  bakery = await product.business({ perks: ['1.0'] })
  buyers = [await product.buyer(), await product.buyer(), await product.buyer(), await product.buyer()]
  await live()
}, 240_000)
afterAll(() => product.close())

/** The answer as it came over the wire. */
async function text(who: Person, path: string, token: string | null): Promise<string> {
  const response = await fetch(`${product.address}${path}`, { headers: { cookie: who.cookie, ...(token ? { 'consistency-token': token } : {}) } })
  expect([response.status, response.headers.get('consistency-stale')]).toEqual([200, null])
  return response.text()
}

/** A random morning at two businesses; after each write the café's dashboard is asked what a browser would ask. */
async function live(): Promise<void> {
  let seed = 11
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const pending: { buyer: Person; redemptionId: string; code: string }[] = []
  const awards: { id: string }[] = []
  while (moments.length < MOMENTS) {
    const buyer = buyers[random(buyers.length)]!
    const what = random(10)
    let answer
    if (what === 0) answer = await bakery.write('POST', `/api/business/${bakery.id}/award-points`, { buyerId: buyer.code, amountSpent: 3_000 })
    else if (what <= 4 || moments.length < 6) {
      answer = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: buyer.code, amountSpent: 1_000 + 50 * random(100) })
      awards.push({ id: String(answer.body['awardId']) })
    } else if (what <= 6) {
      answer = await buyer.write('POST', `/api/buyer/${buyer.id}/redeem`, { perkId: cafe.perkIds[0] })
      if (answer.status === 200) pending.push({ buyer, redemptionId: String(answer.body['redemptionId']), code: String(answer.body['redemptionCode']) })
    } else if (what === 7 && pending.length > 0) {
      const { code } = pending.splice(random(pending.length), 1)[0]!
      answer = await cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode: code })
    } else if (what === 8 && pending.length > 0) {
      const { buyer: owner, redemptionId } = pending.splice(random(pending.length), 1)[0]!
      answer = await owner.write('DELETE', `/api/buyer/${owner.id}/redemption/${redemptionId}`)
    } else if (awards.length > 0) {
      answer = await cafe.write('POST', `/api/business/${cafe.id}/awards/${awards.splice(random(awards.length), 1)[0]!.id}/void`, { reason: 'wrong amount' })
    }
    if (answer?.status !== 200 || answer.token === null) continue
    const { token } = answer
    const points = new Map<number, string | null>()
    for (const each of buyers) {
      const own = JSON.parse(await text(each, `/api/buyer/${each.id}/points`, token)) as { points: string; business: { id: number } }[]
      points.set(each.id, own.find(({ business }) => business.id === cafe.id)?.points ?? null)
    }
    const subscription = JSON.parse(await text(cafe, `/api/business/${cafe.id}/subscription`, token)) as { currentTransactionCount: number }
    moments.push({
      stats: await text(cafe, `/api/business/${cafe.id}/stats`, token),
      buyers: await text(cafe, `/api/business/${cafe.id}/buyers`, token),
      transactions: subscription.currentTransactionCount,
      points,
      position: token,
      at: new Date().toISOString(),
    })
    await sleep(5)
  }
  codes.push(...pending.map(({ code }) => code))
}

const then = async (query: string) => (await admin.get<DashboardThen>(`/api/admin/time-travel/${cafe.id}?${query}`)).body

describe('a business as of a moment', () => {
  it('answers byte for byte what the dashboard answered then, at fifty recorded moments', async () => {
    for (const { at, position, stats, buyers: list, transactions } of moments) {
      for (const query of [`position=${position}&at=${at}`, `at=${at}`]) {
        const past = await then(query)
        expect([query, JSON.stringify(past.stats)]).toEqual([query, stats])
        expect(JSON.stringify(past.buyers)).toBe(list)
        expect(past.currentTransactionCount).toBe(transactions)
        expect(await text(admin, `/api/admin/time-travel/${cafe.id}/buyers?${query}`, null)).toBe(list)
      }
    }
  })

  it("shows each buyer's account as it stood then", async () => {
    for (const { position, points } of moments.filter((_moment, index) => index % 7 === 0)) {
      for (const buyer of buyers) {
        const { body } = await admin.get<AccountThen>(`/api/admin/time-travel/${cafe.id}/buyers/${buyer.id}?position=${position}`)
        expect(body.points).toBe(points.get(buyer.id) ?? null)
        if (body.movements[0]) expect(body.movements[0].balance).toBe(body.points)
      }
    }
  })

  it('is empty before the first event, and today without a moment', async () => {
    expect(await then('at=2020-01-01T00:00:00Z')).toMatchObject({ asOf: { position: null }, stats: { totalBuyers: 0, totalPointsIssued: 0 }, buyers: [], movements: [] })
    expect(JSON.stringify((await then('')).stats)).toBe(moments.at(-1)!.stats)
  })

  it('adds up: outstanding is the sum of all balances, and every redemption is in one state', async () => {
    const past = await then(`position=${moments[30]!.position}`)
    const sum = past.buyers.reduce((tenths, { points }) => tenths + Math.round(Number(points) * 10), 0)
    expect(past.outstandingPoints).toBe((sum / 10).toFixed(1))
    expect(past.redemptionCounts.pending + past.redemptionCounts.used + past.redemptionCounts.cancelled).toBe(past.redemptions.length)
  })

  it('never shows a whole redemption code (H13)', async () => {
    const all = JSON.stringify([await then(''), (await admin.get(`/api/admin/time-travel/${cafe.id}/history`)).body])
    expect(codes.length).toBeGreaterThan(0)
    for (const code of codes) expect(all).not.toContain(code)
  })

  it('steps from event to event in both directions, and says what each one changed and why', async () => {
    const { body: history } = await admin.get<BusinessHistory>(`/api/admin/time-travel/${cafe.id}/history?limit=1000`)
    expect(history.buckets.reduce((sum, n) => sum + n, 0)).toBe(history.total)
    expect(history.events.length).toBe(history.total)
    let position = '0'
    const walked: string[] = []
    let before = await then('position=0')
    for (const marker of history.events.slice(0, 25)) {
      const { body: step } = await admin.get<Step>(`/api/admin/time-travel/${cafe.id}/step?position=${position}&direction=next`)
      expect(step.event).toEqual(marker)
      const after = await then(`position=${marker.position}`)
      const issued = step.changes.find(({ figure }) => figure === 'totalPointsIssued')
      if (before.stats.totalPointsIssued === after.stats.totalPointsIssued) expect(issued).toBeUndefined()
      else expect(issued).toEqual({ figure: 'totalPointsIssued', before: String(before.stats.totalPointsIssued), after: String(after.stats.totalPointsIssued) })
      expect(step.why.commandId).toMatch(/^[0-9a-f-]{36}$/)
      before = after
      position = marker.position
      walked.push(position)
    }
    const back = await admin.get<Step>(`/api/admin/time-travel/${cafe.id}/step?position=${position}&direction=previous`)
    expect(back.body.event.position).toBe(walked.at(-2))
    expect((await admin.get(`/api/admin/time-travel/${cafe.id}/step?position=${history.events.at(-1)!.position}&direction=next`)).status).toBe(404)
  })
})

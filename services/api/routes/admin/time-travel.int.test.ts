import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountThen, BusinessHistory, DashboardThen, Step } from '#contracts/calls/staff/time-travel.ts'
import { cookieOf, type Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import { PASSWORD, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

const MOMENTS = 50

let product: Product
let admin: Person
let cafe: Person & { perkIds: number[] }
let bakery: Person & { perkIds: number[] }
let buyers: (Person & { code: string })[]

type Moment = {
  at: string
  position: string
  stats: string
  buyers: string
  perks: string
  transactions: number
  points: Map<number, string | null>
}
const moments: Moment[] = []
const codes: string[] = []

beforeAll(async () => {
  product = await sharedProduct()
  admin = await signInStaff(product, 'admin')
  // Perks older than their history: one is changed, one deleted, one stays.
  cafe = await product.business({ perks: ['2.0', '7.5', '9.0'] })
  bakery = await product.business({ perks: ['1.0'] })
  buyers = [await product.buyer(), await product.buyer(), await product.buyer(), await product.buyer()]
  await live()
}, 240_000)
afterAll(() => product.close())

/** The raw body. */
async function text(who: Person, path: string, token: string | null): Promise<string> {
  const response = await fetch(`${product.address}${path}`, {
    headers: { cookie: who.cookie, ...(token ? { 'consistency-token': token } : {}) },
  })
  expect([response.status, response.headers.get('consistency-stale')]).toEqual([200, null])
  return response.text()
}

/** Waits until the read models hold all of the business's events, perhaps before the outbox knows their positions. */
async function relayed(businessId: number): Promise<string> {
  return waitUntil('the events are in the read models', async () => {
    const { rows } = await product.pool.query<{ last: string | null; missing: number }>(
      `SELECT max(h.position)::text AS last, count(*) FILTER (WHERE h.position IS NULL)::int AS missing FROM event_outbox o
       LEFT JOIN read.business_history h ON h.event_id = o.event_id WHERE o.stream = 'business-' || $1`,
      [businessId],
    )
    return rows[0]?.missing === 0 ? (rows[0].last ?? undefined) : undefined
  })
}

/** A random morning at two businesses; after each write the café's dashboard calls are recorded. */
async function live(): Promise<void> {
  let seed = 11
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const pending: { buyer: Person; redemptionId: string; code: string }[] = []
  const awards: { id: string }[] = []
  const perks = [...cafe.perkIds.slice(0, 2)]
  let made = 0
  const newPerk = () => ({
    name: `Պարգև ${(made += 1)}`,
    description: `"${made}" & more`,
    pointsRequired: 1 + random(20) / 2,
  })
  while (moments.length < MOMENTS) {
    const buyer = buyers[random(buyers.length)]!
    const what = random(13)
    let answer
    if (what >= 10 && moments.length >= 6) {
      const path = `/api/business/${cafe.id}/perks`
      let written
      if (what === 10 || perks.length === 1) {
        written = await cafe.write<{ id: number }>('POST', path, newPerk())
        if (written.status === 201) perks.push(written.body.id)
      } else if (what === 11) written = await cafe.write('PUT', `${path}/${perks[random(perks.length)]}`, newPerk())
      else written = await cafe.write('DELETE', `${path}/${perks.splice(1 + random(perks.length - 1), 1)[0]}`)
      // A refused write left no event.
      if (written.status < 300) await note(await relayed(cafe.id))
      continue
    }
    if (what === 0)
      answer = await bakery.write('POST', `/api/business/${bakery.id}/award-points`, {
        buyerId: buyer.code,
        amountSpent: 3_000,
      })
    else if (what <= 4 || moments.length < 6) {
      answer = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
        buyerId: buyer.code,
        amountSpent: 1_000 + 50 * random(100),
      })
      awards.push({ id: String(answer.body['awardId']) })
    } else if (what <= 6) {
      answer = await buyer.write('POST', `/api/buyer/${buyer.id}/redeem`, { perkId: cafe.perkIds[0] })
      if (answer.status === 200) {
        const code = String(answer.body['redemptionCode'])
        pending.push({ buyer, redemptionId: String(answer.body['redemptionId']), code })
        codes.push(code)
      }
    } else if (what === 7 && pending.length > 0) {
      const { code } = pending.splice(random(pending.length), 1)[0]!
      answer = await cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode: code })
    } else if (what === 8 && pending.length > 0) {
      const { buyer: owner, redemptionId } = pending.splice(random(pending.length), 1)[0]!
      answer = await owner.write('DELETE', `/api/buyer/${owner.id}/redemption/${redemptionId}`)
    } else if (awards.length > 0) {
      answer = await cafe.write(
        'POST',
        `/api/business/${cafe.id}/awards/${awards.splice(random(awards.length), 1)[0]!.id}/void`,
        { reason: 'wrong amount' },
      )
    }
    if (answer?.status !== 200 || answer.token === null) continue
    await note(answer.token)
  }
}

/** Everybody's responses after an event. */
async function note(token: string): Promise<void> {
  const points = new Map<number, string | null>()
  for (const each of buyers) {
    const own = JSON.parse(await text(each, `/api/buyer/${each.id}/points`, token)) as {
      points: string
      business: { id: number }
    }[]
    points.set(each.id, own.find(({ business }) => business.id === cafe.id)?.points ?? null)
  }
  const subscription = JSON.parse(await text(cafe, `/api/business/${cafe.id}/subscription`, token)) as {
    currentTransactionCount: number
  }
  moments.push({
    stats: await text(cafe, `/api/business/${cafe.id}/stats`, token),
    buyers: await text(cafe, `/api/business/${cafe.id}/buyers`, token),
    perks: await text(cafe, `/api/business/${cafe.id}/perks`, token),
    transactions: subscription.currentTransactionCount,
    points,
    position: token,
    at: new Date().toISOString(),
  })
  await sleep(5)
}

const then = async (query: string) =>
  (await admin.get<DashboardThen>(`/api/admin/time-travel/${cafe.id}?${query}`)).body

describe('a business as of a time', () => {
  it('answers byte for byte what the dashboard answered at fifty recorded times', async () => {
    for (const { at, position, stats, buyers: list, perks, transactions } of moments) {
      for (const query of [`position=${position}&at=${at}`, `at=${at}`]) {
        const past = await then(query)
        expect([query, JSON.stringify(past.stats)]).toEqual([query, stats])
        expect(JSON.stringify(past.buyers)).toBe(list)
        // Perks without a picture: the log keeps none (decision 59).
        expect([query, JSON.stringify(past.perks.map((perk) => ({ ...perk, pictureUrl: null })))]).toEqual([
          query,
          perks,
        ])
        expect(past.currentTransactionCount).toBe(transactions)
        expect(await text(admin, `/api/admin/time-travel/${cafe.id}/buyers?${query}`, null)).toBe(list)
      }
    }
  })

  it('knows every past offer: perks added, changed and deleted that morning, and older ones', async () => {
    const { rows } = await product.pool.query<{ type: string; old: boolean }>(
      `SELECT DISTINCT type, (data ->> 'perkId')::int = ANY($2) AS old FROM event_outbox WHERE stream = 'business-' || $1 AND type LIKE 'Perk%'`,
      [cafe.id, cafe.perkIds],
    )
    const seen = rows.map(({ type, old }) => `${type}${old ? ' of an old one' : ''}`)
    expect(seen).toEqual(
      expect.arrayContaining([
        'PerkAdded',
        'PerkChanged',
        'PerkChanged of an old one',
        'PerkDeleted',
        'PerkDeleted of an old one',
      ]),
    )
    expect(new Set(moments.map(({ perks }) => perks)).size).toBeGreaterThan(5)
    // Without an event, the row's day counts.
    expect((await then('at=2020-01-01T00:00:00Z')).perks).toEqual([])
    expect((await then(`position=${moments[0]!.position}`)).perks.map(({ id }) => id)).toEqual(cafe.perkIds)
  })

  it('shows past offers of a closed business, and nothing from its closing on (H25)', async () => {
    const shop = await product.business({ perks: ['1.0'] })
    await shop.write('POST', `/api/business/${shop.id}/perks`, { name: 'Tea', description: 'Hot', pointsRequired: 2 })
    const open = await relayed(shop.id)
    expect((await shop.write('DELETE', `/api/auth/account/${shop.id}`)).status).toBe(200)
    const closed = await waitUntil('the closing is in the read models', async () => {
      const last = await relayed(shop.id)
      return last === open ? undefined : last
    })
    const offered = async (position: string) =>
      (await admin.get<DashboardThen>(`/api/admin/time-travel/${shop.id}?position=${position}`)).body.perks.map(
        ({ name }) => name,
      )
    expect(await offered(open)).toEqual(['Perk for 1.0', 'Tea'])
    expect(await offered(closed)).toEqual([])
  })

  it("shows each buyer's account as it stood then", async () => {
    for (const { position, points } of moments.filter((_moment, index) => index % 7 === 0)) {
      for (const buyer of buyers) {
        const { body } = await admin.get<AccountThen>(
          `/api/admin/time-travel/${cafe.id}/buyers/${buyer.id}?position=${position}`,
        )
        expect(body.points).toBe(points.get(buyer.id) ?? null)
        if (body.movements[0]) expect(body.movements[0].balance).toBe(body.points)
      }
    }
  })

  it('is empty before the first event, and shows today without a time', async () => {
    expect(await then('at=2020-01-01T00:00:00Z')).toMatchObject({
      asOf: { position: null },
      stats: { totalBuyers: 0, totalPointsIssued: 0 },
      buyers: [],
      movements: [],
    })
    expect(JSON.stringify((await then('')).stats)).toBe(moments.at(-1)!.stats)
  })

  it('shows the present for a future time, including this month', async () => {
    const [ahead, now] = [await then('at=2999-03-05T00:00:00Z'), await then('')]
    expect([JSON.stringify(ahead.stats), ahead.currentTransactionCount]).toEqual([
      moments.at(-1)!.stats,
      now.currentTransactionCount,
    ])
    expect(ahead.asOf.at <= now.asOf.at).toBe(true)
  })

  it('knows the status after each change: expired while suspended, reinstated, paid, paid again (H22, H30)', async () => {
    const shop = await product.business({ plan: 'starter' })
    const say = (what: string) =>
      admin.write('POST', `/api/admin/businesses/${shop.id}/${what}`, { reason: `so that it is ${what}ed` })
    const pay = async (plan: string) => {
      // Beyond the second for which the business's row is cached.
      const invoice = await waitUntil('the bill', async () => {
        const signedIn = await shop.send('POST', '/api/auth/login', { email: shop.email, password: PASSWORD })
        if (signedIn.status !== 200 && signedIn.body.code !== 'trial_expired') return undefined
        shop.cookie = cookieOf(signedIn.headers)
        return (
          await shop.write<{ invoice?: { id: number } }>('POST', `/api/business/${shop.id}/subscription`, {
            plan,
            cycle: 'monthly',
          })
        ).body.invoice
      })
      return admin.write('POST', `/api/admin/invoices/${invoice.id}/confirm`, {})
    }
    const steps: [work: () => Promise<{ status: number }>, status: string][] = [
      [() => say('suspend'), 'suspended'],
      [() => say('reinstate'), 'trial_expired'],
      [() => pay('starter'), 'active'],
      [() => pay('prime'), 'active'],
      [() => say('suspend'), 'suspended'],
      [() => say('reinstate'), 'active'],
    ]
    let last: string | undefined
    for (const [work, status] of steps) {
      expect((await work()).status).toBe(200)
      last = await waitUntil('the event is in the read models', async () => {
        const position = await relayed(shop.id)
        return position === last ? undefined : position
      })
      const { body } = await admin.get<DashboardThen>(`/api/admin/time-travel/${shop.id}?position=${last}`)
      const { rows } = await product.pool.query<{ status: string }>(
        'SELECT status FROM business_profiles WHERE user_id = $1',
        [shop.id],
      )
      expect([body.status, rows[0]?.status]).toEqual([status, status])
    }
  })

  it('adds up: outstanding is the sum of all balances, and every redemption is in one state', async () => {
    const past = await then(`position=${moments[30]!.position}`)
    const sum = past.buyers.reduce((tenths, { points }) => tenths + Math.round(Number(points) * 10), 0)
    expect(past.outstandingPoints).toBe((sum / 10).toFixed(1))
    expect(past.redemptionCounts.pending + past.redemptionCounts.used + past.redemptionCounts.cancelled).toBe(
      past.redemptions.length,
    )
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
      const { body: step } = await admin.get<Step>(
        `/api/admin/time-travel/${cafe.id}/step?position=${position}&direction=next`,
      )
      expect(step.event).toEqual(marker)
      const after = await then(`position=${marker.position}`)
      const issued = step.changes.find(({ figure }) => figure === 'totalPointsIssued')
      if (before.stats.totalPointsIssued === after.stats.totalPointsIssued) expect(issued).toBeUndefined()
      else
        expect(issued).toEqual({
          figure: 'totalPointsIssued',
          before: String(before.stats.totalPointsIssued),
          after: String(after.stats.totalPointsIssued),
        })
      expect(step.why.commandId).toMatch(/^[0-9a-f-]{36}$/)
      before = after
      position = marker.position
      walked.push(position)
    }
    const perkEvents = history.events.filter(({ type }) => type.startsWith('Perk') && type !== 'PerkRedeemed')
    expect(perkEvents.length).toBeGreaterThan(3)
    for (const { type, position: at } of perkEvents) {
      const { body: step } = await admin.get<Step>(
        `/api/admin/time-travel/${cafe.id}/step?position=${BigInt(at) - 1n}&direction=next`,
      )
      const perks = step.changes.find(({ figure }) => figure === 'perks')
      expect([type, perks && Number(perks.after) - Number(perks.before)]).toEqual([
        type,
        { PerkAdded: 1, PerkChanged: undefined, PerkDeleted: -1 }[type as 'PerkAdded'],
      ])
    }
    const back = await admin.get<Step>(`/api/admin/time-travel/${cafe.id}/step?position=${position}&direction=previous`)
    expect(back.body.event.position).toBe(walked.at(-2))
    expect(
      (
        await admin.get(
          `/api/admin/time-travel/${cafe.id}/step?position=${history.events.at(-1)!.position}&direction=next`,
        )
      ).status,
    ).toBe(404)
  })
})

/**
 * An API process dies by kill -9 when an act has taken its key and is not in the log, or is in the log and nobody knows.
 * At another process, its caller repeats it while somebody else does the contrary: the log has one history of both.
 */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MovementLine } from '#contracts/calls/figures.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { openLedger, type OpenLedger } from '#platform/event-store/ledger.ts'
import { startApi } from '../local/application.ts'
import { freePort } from '../local/ports.ts'
import type { Answer, Person } from '../testing/people/person.ts'
import { streamGate, type StreamGate } from '../testing/servers/kill-points.ts'
import { sharedProduct } from '../testing/servers/shared-product.ts'
import type { Product } from '../testing/servers/test-product.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { foldStore } from './independent-fold.ts'

let product: Product
let gate: StreamGate
let opened: OpenLedger
beforeAll(async () => {
  product = await sharedProduct()
  gate = await streamGate(product.services.eventStoreUrl)
  opened = openLedger(product.services.eventStoreUrl)
})
afterAll(async () => {
  await opened?.store.close()
  await gate?.close()
  await product?.close()
})

type Told = Answer<Record<string, unknown>>
type Call = (address: string, key: string) => Promise<Told>
/** `acts`: `first` dies; `contrary` runs beside its repeat. `actorId`: of `first`. */
type Acts = { cafe: Person; ani: Person; actorId: number; first: Call; contrary: Call }
type Shop = { cafe: Person & { perkIds: number[] }; ani: Person & { code: string }; victim: string }

const reason = 'wrong amount'

function callsOf({ cafe, ani }: Shop) {
  const path = `/api/business/${cafe.id}`
  return {
    correct:
      (awardId: string, amountSpent: number): Call =>
      (address, key) =>
        cafe.at(address).write('POST', `${path}/awards/${awardId}/correct`, { amountSpent, reason }, key),
    undo:
      (awardId: string): Call =>
      (address, key) =>
        cafe.at(address).write('POST', `${path}/awards/${awardId}/void`, { reason }, key),
    verify:
      (redemptionCode: string): Call =>
      (address, key) =>
        cafe.at(address).write('POST', `${path}/verify-redemption`, { redemptionCode }, key),
    reopen:
      (redemptionId: string): Call =>
      (address, key) =>
        cafe.at(address).write('POST', `${path}/redemptions/${redemptionId}/reopen`, { reason }, key),
    cancel:
      (redemptionId: string): Call =>
      (address, key) =>
        ani.at(address).write('DELETE', `/api/buyer/${ani.id}/redemption/${redemptionId}`, undefined, key),
    redeem: (): Call => (address, key) =>
      ani.at(address).write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] }, key),
  }
}

/** An award of so many dram, and perhaps a code for the perk of one point. All by the process that dies. */
async function awarded(shop: Shop, amountSpent: number): Promise<string> {
  const { cafe, ani, victim } = shop
  const path = `/api/business/${cafe.id}/award-points`
  const { body, token } = await cafe
    .at(victim)
    .write<{ awardId: string }>('POST', path, { buyerId: ani.code, amountSpent })
  cafe.sees(token)
  return body.awardId
}

async function redeemed(shop: Shop): Promise<{ redemptionId: string; redemptionCode: string }> {
  const { body, token } = await callsOf(shop).redeem()(shop.victim, randomUUID())
  shop.cafe.sees(token)
  return body as { redemptionId: string; redemptionCode: string }
}

/** A used code: its points come from an award of two. */
async function used(shop: Shop): Promise<{ redemptionId: string; redemptionCode: string }> {
  await awarded(shop, 1_000)
  const redemption = await redeemed(shop)
  const { token } = await callsOf(shop).verify(redemption.redemptionCode)(shop.victim, randomUUID())
  shop.cafe.sees(token)
  return redemption
}

/** `allowed`: what the two callers may be told in the end, by whom of them came first. */
type Case = {
  allowed: readonly string[]
  prepare: (shop: Shop) => Promise<{ first: Call; contrary: Call; byBuyer?: true }>
}
const CASES: Record<string, Case> = {
  'two tills correct one award, and a part is spent': {
    allowed: ['200 200'],
    prepare: async (shop) => {
      const awardId = await awarded(shop, 1_000)
      await redeemed(shop)
      const { correct } = callsOf(shop)
      return { first: correct(awardId, 100), contrary: correct(awardId, 1_500) }
    },
  },
  'a correction against an undo': {
    allowed: ['200 200', '409 award_already_voided 200'],
    prepare: async (shop) => {
      const awardId = await awarded(shop, 1_000)
      return { first: callsOf(shop).correct(awardId, 500), contrary: callsOf(shop).undo(awardId) }
    },
  },
  'a correction down against a redemption': {
    allowed: ['200 200', '200 409 insufficient_points'],
    prepare: async (shop) => {
      const awardId = await awarded(shop, 500)
      return { first: callsOf(shop).correct(awardId, 50), contrary: callsOf(shop).redeem() }
    },
  },
  'an undo against a redemption': {
    allowed: ['200 409 insufficient_points', '409 void_would_overdraw 200'],
    prepare: async (shop) => {
      const awardId = await awarded(shop, 500)
      return { first: callsOf(shop).undo(awardId), contrary: callsOf(shop).redeem() }
    },
  },
  'a reopened use against a cancellation': {
    allowed: ['200 200', '200 409 redemption_used'],
    prepare: async (shop) => {
      const { redemptionId } = await used(shop)
      return { first: callsOf(shop).reopen(redemptionId), contrary: callsOf(shop).cancel(redemptionId) }
    },
  },
  'an undo against a use': {
    allowed: ['200 200'],
    prepare: async (shop) => {
      const awardId = await awarded(shop, 500)
      await awarded(shop, 500)
      const { redemptionCode } = await redeemed(shop)
      return { first: callsOf(shop).undo(awardId), contrary: callsOf(shop).verify(redemptionCode) }
    },
  },
  'a reopened use against a use': {
    allowed: ['200 200', '200 409 redemption_used'],
    prepare: async (shop) => {
      const { redemptionId, redemptionCode } = await used(shop)
      return { first: callsOf(shop).reopen(redemptionId), contrary: callsOf(shop).verify(redemptionCode) }
    },
  },
  'a use against a cancellation': {
    allowed: ['200 409 redemption_used', '409 redemption_cancelled 200'],
    prepare: async (shop) => {
      await awarded(shop, 1_000)
      const { redemptionId, redemptionCode } = await redeemed(shop)
      return { first: callsOf(shop).verify(redemptionCode), contrary: callsOf(shop).cancel(redemptionId) }
    },
  },
  'a cancellation against a use': {
    allowed: ['200 409 redemption_cancelled', '409 redemption_used 200'],
    prepare: async (shop) => {
      await awarded(shop, 1_000)
      const { redemptionId, redemptionCode } = await redeemed(shop)
      return {
        first: callsOf(shop).cancel(redemptionId),
        contrary: callsOf(shop).verify(redemptionCode),
        byBuyer: true,
      }
    },
  },
  'a redemption against an undo': {
    allowed: ['200 409 void_would_overdraw', '409 insufficient_points 200'],
    prepare: async (shop) => {
      const awardId = await awarded(shop, 500)
      return { first: callsOf(shop).redeem(), contrary: callsOf(shop).undo(awardId), byBuyer: true }
    },
  },
}

/** An earlier try counts as over, as it does after twenty seconds. */
async function aMinutePasses(): Promise<void> {
  const redis = new Redis(product.services.redisUrl)
  for (const claim of await redis.keys('hatik:key:*')) await redis.pexpire(claim, (await redis.pttl(claim)) - 60_000)
  redis.disconnect()
}

const told = ({ status, body }: Told): string => `${status} ${status < 300 ? '' : (body.code ?? '')}`.trim()

/** Also tells once that the outcome is unknown, which is true while the first try may be executing. */
async function repeated(call: () => Promise<Told>): Promise<Told> {
  const answer = await call()
  if (answer.status !== 504) return answer
  expect(told(answer)).toBe('504 outcome_unknown')
  await aMinutePasses()
  return call()
}

async function checkAccounts(all: readonly Pick<Acts, 'cafe' | 'ani'>[]): Promise<void> {
  const folded = await foldStore(product.services.eventStoreUrl)
  expect(folded.lowestTenths).toBeGreaterThanOrEqual(0)
  for (const { cafe, ani } of all) {
    const { body } = await cafe.get<{ points: string }[]>(`/api/business/${cafe.id}/buyers`)
    const tenths = folded.balances.get(accountStream(cafe.id, ani.id))
    expect(body.map(({ points }) => Math.round(Number(points) * 10))).toEqual([tenths])
  }
}

/** What each correction has moved and could not take, as its caller was told. */
const correctionsOf = (answers: readonly Told[]) =>
  answers
    .flatMap(({ body: { difference, missing } }) =>
      difference === undefined ? [] : [`${String(difference)} ${String(missing)}`],
    )
    .toSorted()

/** The same, as the owner reads it. */
async function toldOfCorrections(cafe: Person) {
  const path = `/api/business/${cafe.id}/movements?type=AwardCorrected`
  const { movements } = (await cafe.get<{ movements: MovementLine[] }>(path)).body
  return movements.map(({ points, missing }) => `${points} ${missing}`).toSorted()
}

it.each<[where: string, holding: 'requests' | 'responses']>([
  ['after it took its key, before the append', 'requests'],
  ['after the append, before its answer', 'responses'],
])(
  'an act that dies %s, and its contrary, leave one history, and its repeat has one answer',
  async (_where, holding) => {
    const port = await freePort()
    const victim = `http://127.0.0.1:${port}`
    const env = { ...product.env, PORT: String(port), EVENTSTORE_URL: gate.url }
    const api = await startApi(env, `${victim}/api/health`, () => {})
    const acts = await Promise.all(
      Object.entries(CASES).map(async ([name, { allowed, prepare }]) => {
        const [cafe, ani] = [await product.business({ perks: ['1.0'] }), await product.buyer()]
        const { first, contrary, byBuyer } = await prepare({ cafe, ani, victim })
        // The read models know the code and the award, so that no call has to wait for the held store.
        await cafe.get(`/api/business/${cafe.id}/awards`)
        const key = randomUUID()
        return {
          name,
          allowed,
          cafe,
          ani,
          first,
          contrary,
          key,
          id: commandIdOf(ledgerIds, (byBuyer ? ani : cafe).id, key),
        }
      }),
    )
    const isWritten = ({ cafe, ani, id }: (typeof acts)[number]) => opened.ledger.seen(cafe.id, ani.id, id)
    gate.hold(holding)
    for (const { first, key } of acts) void first(victim, key).catch(() => {})
    await gate.asked(acts.map(({ id }) => id))
    if (holding === 'responses')
      await waitUntil('all are in the log', async () => (await Promise.all(acts.map(isWritten))).every(Boolean))
    await api.kill()
    gate.hold(undefined)
    expect(await Promise.all(acts.map(isWritten))).toEqual(acts.map(() => holding === 'responses'))

    await Promise.all(
      acts.map(async (act) => {
        const { name, allowed, cafe, first, contrary, key } = act
        const otherKey = randomUUID()
        const answers = await Promise.all([
          repeated(() => first(product.address, key)),
          repeated(() => contrary(product.address, otherKey)),
        ])
        expect(allowed.map((words) => `${name}: ${words}`)).toContain(`${name}: ${answers.map(told).join(' ')}`)
        const again = await Promise.all([first(product.address, key), contrary(product.address, otherKey)])
        answers.forEach((answer, index) => {
          cafe.sees(again[index]!.token)
          // Nothing remembers a refusal.
          if (answer.status === 200) expect(again[index]).toMatchObject({ status: 200, body: answer.body })
        })
        expect([name, await toldOfCorrections(cafe)]).toEqual([name, correctionsOf(again)])
        expect([name, await isWritten(act)]).toEqual([name, again[0].status === 200])
      }),
    )
    await checkAccounts(acts)
  },
  120_000,
)

/**
 * An API process dies by kill -9 in the middle of a claim (decision 53). The card is claimed once, and the worker brings
 * its points along, once and whole.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuyerPoints } from '#contracts/calls/buyer.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { startApi } from '../local/application.ts'
import { freePort } from '../local/ports.ts'
import { orderCards } from '../testing/people/order-cards.ts'
import type { Person } from '../testing/people/person.ts'
import { streamGate, transactionGate, type StreamGate, type TransactionGate } from '../testing/servers/kill-points.ts'
import { startProduct, type Product } from '../testing/servers/test-product.ts'
import { waitUntil } from '../testing/wait-until.ts'

let product: Product
let rows: TransactionGate
let streams: StreamGate
let store: EventStoreGateway
beforeAll(async () => {
  product = await startProduct()
  rows = await transactionGate(product.env['DATABASE_URL']!)
  streams = await streamGate(product.services.eventStoreUrl)
  store = createEventStoreGateway(product.services.eventStoreUrl)
})
afterAll(async () => {
  await store?.close()
  await streams?.close()
  await rows?.close()
  await product?.close()
})

async function cardWithTenPoints(cafe: Person): Promise<{ id: number; code: string; secret: string }> {
  const path = `/api/business/${cafe.id}`
  const [card] = (await orderCards(product, cafe, 1)).cards
  const { code, secret } = card!
  const { token } = await cafe.write('POST', `${path}/award-points`, { buyerId: code, amountSpent: 5_000 })
  cafe.sees(token)
  // The claim asks the read models where the card has points.
  await cafe.get(`${path}/buyers`)
  const found = await product.pool.query<{ id: number }>('SELECT id FROM cards WHERE code = $1', [code])
  return { id: found.rows[0]!.id, code, secret }
}

async function startVictim() {
  const port = String(await freePort())
  const address = `http://127.0.0.1:${port}`
  const env = { ...product.env, PORT: port, DATABASE_URL: rows.url, EVENTSTORE_URL: streams.url }
  return { address, process: await startApi(env, `${address}/api/health`, () => {}) }
}

const typesIn = async (businessId: number, accountId: number) =>
  (await store.readStream(accountStream(businessId, accountId), 0, { deadlineAt: Date.now() + 30_000 })).map(
    ({ type }) => type,
  )

type Claimed = { businessId: number; cardId: number; holderId: number }
/** Resolves once the claim stands still at this point. */
const POINTS: Record<string, (claimed: Claimed) => Promise<unknown>> = {
  'with its row committed': () => rows.hold('CardClaimed', 'committed'),
  'before the points leave the card': async () => {
    streams.hold('requests', 'PointsMergedOut')
    await streams.asked(['PointsMergedOut'])
  },
  'after the points have left the card': async ({ businessId, cardId }) => {
    streams.hold('responses', 'PointsMergedOut')
    await waitUntil('the points have left', async () => (await typesIn(businessId, cardId)).includes('PointsMergedOut'))
  },
  'after the points have arrived': async ({ businessId, holderId }) => {
    streams.hold('responses', 'PointsMergedIn')
    await waitUntil('the points are there', async () =>
      (await typesIn(businessId, holderId)).includes('PointsMergedIn'),
    )
  },
}

it.each(Object.entries(POINTS))('killed %s, a claim is completed', async (_, standsStill) => {
  const [cafe, ani] = [await product.business(), await product.buyer()]
  const card = await cardWithTenPoints(cafe)
  // Nobody but the caller of the claim merges.
  await product.worker.stop()
  const victim = await startVictim()
  const held = standsStill({ businessId: cafe.id, cardId: card.id, holderId: ani.id })
  const path = `/api/buyer/${ani.id}/cards`
  const cut = ani
    .at(victim.address)
    .write('POST', path, { secret: card.secret })
    .then(
      () => 'answered',
      () => 'cut',
    )
  await held
  await victim.process.kill()
  expect(await cut).toBe('cut')
  streams.hold(undefined)

  await product.restartWorker()
  await waitUntil('the wallet shows the points of the card', async () => {
    const { body } = await ani.get<BuyerPoints[]>(`/api/buyer/${ani.id}/points`)
    return body.length === 1 && body[0]?.points === '10.0'
  })
  const again = await ani.write<{ brought: { points: string }[] }>('POST', path, { secret: card.secret })
  expect([again.status, again.body.brought.map(({ points }) => points)]).toEqual([201, ['10.0']])
  const later = await cafe.write<{ balance: string }>('POST', `/api/business/${cafe.id}/award-points`, {
    buyerId: card.code,
    amountSpent: 500,
  })
  ani.sees(later.token)
  expect(later.body.balance).toBe('11.0')
  expect(await typesIn(cafe.id, card.id)).toEqual(['PointsAwarded', 'PointsMergedOut'])
  expect(await typesIn(cafe.id, ani.id)).toEqual(['PointsMergedIn', 'PointsAwarded'])
  const { body } = await ani.get<{ sums: Record<string, string> }>(`/api/buyer/${ani.id}/statement/${cafe.id}`)
  expect(body.sums).toMatchObject({ merged: '10.0', awarded: '1.0', closing: '11.0' })
})

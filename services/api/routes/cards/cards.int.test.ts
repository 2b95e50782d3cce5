import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuyerPoints } from '#contracts/calls/buyer.ts'
import type { CardClaimed } from '#contracts/calls/cards.ts'
import type { AdminUsers } from '#contracts/calls/staff/admin.ts'
import type { AuditMovements } from '#contracts/calls/staff/audit.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { reserve, usedInMonth } from '#businesses/counter/quota.ts'
import { reserveReceipt } from '#businesses/counter/receipts.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { orderCards, type OrderedCard } from '../../../../infra/testing/people/order-cards.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { addStaff, pairTill, unlock } from '../../../../infra/testing/people/till.ts'
import { textIn } from '../../../../infra/testing/read-pdf.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'

let product: Product
let cafe: Awaited<ReturnType<Product['business']>>
beforeAll(async () => {
  product = await startProduct()
  cafe = await product.business({ perks: ['1.0'] })
})
afterAll(() => product.close())

async function file(who: Person, batchId: string, name: string): Promise<{ status: number; bytes: Buffer }> {
  const answer = await fetch(`${product.address}/api/business/${cafe.id}/cards/${batchId}/${name}`, {
    headers: { cookie: who.cookie },
  })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

async function order(cards: number): Promise<{ batchId: string; cards: OrderedCard[] }> {
  const ordered = await orderCards(product, cafe, cards)
  expect(ordered.head).toBe('code,qr,secret')
  return ordered
}

async function award(code: string, key = randomUUID(), amountSpent = 5_000) {
  const answer = await cafe.send<{ awardId: string; balance: string; code?: string }>(
    'POST',
    `/api/business/${cafe.id}/award-points`,
    { buyerId: code, amountSpent },
    { 'idempotency-key': key },
  )
  cafe.sees(answer.token)
  return answer
}
const claim = (who: Person, secret: string) =>
  who.write<Partial<CardClaimed> & { cardId: number; code?: string }>('POST', `/api/buyer/${who.id}/cards`, { secret })
/** The read models follow the claim's merge within moments. */
const expectPoints = (who: Person, points: string) =>
  waitUntil(`the wallet shows ${points}`, async () => {
    const { body } = await who.get<BuyerPoints[]>(`/api/buyer/${who.id}/points`)
    return body.length === 1 && body[0]!.points === points
  })

describe('An order of cards', () => {
  it('is downloaded as sheets and as a table, by the owner only and for a day', async () => {
    const { batchId, cards } = await order(12)
    expect(cards).toHaveLength(12)
    for (const { secret } of cards) expect(secret).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
    const sheet = await file(cafe, batchId, 'sheet.pdf?language=en')
    expect(sheet.bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
    for (const { secret } of cards) expect(textIn(sheet.bytes)).toContain(secret)

    const till = await pairTill(product, cafe)
    await unlock(till, await addStaff(cafe, 'manager'))
    const admin = await signInStaff(product, 'admin')
    const other = await product.business()
    for (const who of [till, admin, other]) expect((await file(who, batchId, 'cards.csv')).status).toBe(403)
    expect((await till.get(`/api/business/${cafe.id}/cards`)).status).toBe(403)

    await product.pool.query(`UPDATE card_batches SET ordered_at = now() - interval '25 hours' WHERE id = $1`, [
      batchId,
    ])
    expect((await file(cafe, batchId, 'cards.csv')).status).toBe(404)
  })

  it('shows how many are used and claimed, never whose they are', async () => {
    const { batchId, cards } = await order(3)
    await award(cards[0]!.code)
    await award(cards[1]!.code)
    const ani = await product.buyer()
    await claim(ani, cards[0]!.secret)
    const { body } = await cafe.get<{ batches: { batchId: string }[] }>(`/api/business/${cafe.id}/cards`)
    const batch = body.batches.find((one) => one.batchId === batchId)!
    expect(batch).toMatchObject({ cards: 3, used: 2, claimed: 1 })
    expect(JSON.stringify(batch)).not.toContain(String(ani.code))
  })
})

describe('A card', () => {
  it('collects points at once, and brings them to the account that it is added to, where its code leads from then on', async () => {
    const [card] = (await order(1)).cards
    const verified = await cafe.get<{ hint: string }>(`/api/buyer/verify/${card!.code}`)
    expect([verified.status, verified.body.hint]).toEqual([200, ''])
    expect((await award(card!.code)).body.balance).toBe('10.0')
    const list = await cafe.get<{ buyer: { buyerId: string } }[]>(
      `/api/business/${cafe.id}/buyers?search=${card!.code}`,
    )
    expect(list.body.map(({ buyer }) => buyer.buyerId)).toEqual([card!.code])

    const ani = await product.buyer()
    const claimed = await claim(ani, card!.secret.toLowerCase())
    expect([claimed.status, claimed.body.buyerId]).toEqual([201, card!.code])
    const brought = [{ businessId: cafe.id, points: '10.0', closed: false }]
    expect(claimed.body).toMatchObject({ brought, isComplete: true })
    expect((await claim(ani, card!.secret)).body).toEqual(claimed.body)
    await expectPoints(ani, '10.0')
    expect((await award(card!.code, randomUUID(), 500)).body.balance).toBe('11.0')

    await expectPoints(ani, '11.0')
    const statement = await ani.get<{ movements: { type: string }[]; sums: Record<string, string> }>(
      `/api/buyer/${ani.id}/statement/${cafe.id}`,
    )
    expect(statement.body.sums).toMatchObject({ merged: '10.0', awarded: '1.0', closing: '11.0' })
    const { body } = await ani.get<{ cards: object[] }>(`/api/buyer/${ani.id}/cards`)
    expect(body.cards).toMatchObject([{ buyerId: card!.code, isBlocked: false }])
  })

  it('answers a repeated award of the time before its claim with the first answer, and awards nothing again', async () => {
    const [card] = (await order(1)).cards
    const [ani, key] = [await product.buyer(), randomUUID()]
    const first = await award(card!.code, key)
    await claim(ani, card!.secret)
    const again = await award(card!.code, key)
    expect([again.status, again.body.awardId]).toEqual([200, first.body.awardId])
    await expectPoints(ani, '10.0')
  })

  it('awards a killed try again after the claim, with the receipt and the place that the try had reserved', async () => {
    const limited = await product.business({ plan: 'starter' })
    const [card] = (await orderCards(product, limited, 1)).cards
    const { code, secret } = card!
    const [ani, key, receipt] = [await product.buyer(), randomUUID(), 'A 17']
    const { rows } = await product.pool.query<{ id: number }>('SELECT id FROM cards WHERE code = $1', [code])
    const buyerId = rows[0]!.id
    // As a process leaves it that was killed before its append.
    const awardId = commandIdOf(ledgerIds, limited.id, key)
    const at = new Date()
    await reserveReceipt(product.pool, { businessId: limited.id, buyerId, receipt, awardId }, () =>
      Promise.resolve(undefined),
    )
    const stream = accountStream(limited.id, buyerId)
    await reserve(product.pool, { awardId, businessId: limited.id, stream, limit: 100, at })

    expect((await claim(ani, secret)).status).toBe(201)
    const again = await limited.send<{ balance: string }>(
      'POST',
      `/api/business/${limited.id}/award-points`,
      { buyerId: code, amountSpent: 5_000, receipt },
      { 'idempotency-key': key },
    )
    expect([again.status, again.body.balance]).toEqual([200, '10.0'])
    expect(await usedInMonth(product.pool, limited.id, yerevanMonth(at))).toBe(1)
    const held =
      'SELECT stream FROM receipts WHERE business_id = $1 UNION ALL SELECT stream FROM quota_reservations WHERE business_id = $1'
    const holders = await product.pool.query(held, [limited.id])
    expect(holders.rows).toEqual([
      { stream: accountStream(limited.id, ani.id) },
      { stream: accountStream(limited.id, ani.id) },
    ])
  })

  it('is added once, however many people try, and not without its secret', async () => {
    const [card] = (await order(1)).cards
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const answers = await Promise.all([claim(ani, card!.secret), claim(davit, card!.secret)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404])
    const unknown = await claim(ani, 'ABCD-EFGH-JKMN-2345')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'card_not_found'])
    expect((await claim(ani, card!.code)).status).toBe(400)
  })

  it('gets no points after its person blocked it', async () => {
    const [card] = (await order(1)).cards
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const { body } = await claim(ani, card!.secret)
    const block = (who: Person) => who.write('POST', `/api/buyer/${who.id}/cards/${body.cardId}/block`)
    expect([(await block(davit)).status, (await block(ani)).status]).toEqual([404, 200])
    const refused = await award(card!.code)
    expect([refused.status, refused.body.code]).toEqual([404, 'buyer_not_found'])
  })

  it('is found by its code, also when blocked: its own movements by auditors, its person by administrators', async () => {
    const [card] = (await order(1)).cards
    const ani = await product.buyer()
    await award(card!.code)
    const { body: claimed } = await claim(ani, card!.secret)
    await expectPoints(ani, '10.0')
    await ani.write('POST', `/api/buyer/${ani.id}/cards/${claimed.cardId}/block`)
    const auditor = await signInStaff(product, 'auditor')
    const { movements } = (await auditor.get<AuditMovements>(`/api/audit/movements?buyerCode=${card!.code}`)).body
    expect(movements.map(({ type, buyer }) => [type, buyer.buyerId])).toEqual([
      ['PointsMergedOut', card!.code],
      ['PointsAwarded', card!.code],
    ])
    const admin = await signInStaff(product, 'admin')
    const { users } = (await admin.get<AdminUsers>(`/api/admin/users?search=${card!.code}`)).body
    expect(users.map(({ id }) => id)).toEqual([ani.id])
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CARDS_PER_DAY, CARDS_PER_ORDER, UNCLAIMED_CARDS } from '#contracts/calls/cards.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { isBuyerCode } from '#contracts/units/codes.ts'
import type { AccountCommand } from '#ledger/account/decider.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { testDatabaseAndLedger } from '../../../infra/testing/servers/test-database.ts'
import { newBuyerCode } from '../buyer-codes.ts'
import { createUsers } from '../users.ts'
import { blockCard, claimCard } from './claim-card.ts'
import { finishMerges, mergeCard } from './merge-cards.ts'
import { orderCards, type NewCard } from './order-cards.ts'

const { pool, ledger, store } = await testDatabaseAndLedger()
const users = createUsers(pool)
const SECRET = 'a secret of at least thirty-two signs'
const by = { actor: { userId: 0, role: 'system' }, correlationId: 'test', at: new Date() } as const

async function newUser(role: 'buyer' | 'business'): Promise<{ id: number; code: string | null }> {
  const { rows } = await pool.query<{ id: number; code: string | null }>(
    `INSERT INTO users (email, password, role, first_name, last_name, buyer_code, email_verified)
     VALUES ($1, '!', $2, 'A', 'B', $3, true) RETURNING id, buyer_code AS code`,
    [`${randomUUID()}@hatik.test`, role, role === 'buyer' ? newBuyerCode() : null],
  )
  return rows[0]!
}

const businessId = (await newUser('business')).id

async function order(cards: number, ofBusiness = businessId): Promise<NewCard[]> {
  const made = await inTransaction(pool, (client) =>
    orderCards(client, { batchId: randomUUID(), businessId: ofBusiness, cards, secret: SECRET }),
  )
  return typeof made === 'string' ? expect.fail(made) : made
}

async function newCard(): Promise<NewCard & { id: number }> {
  const [card] = await order(1)
  const found = await users.buyerIdByCode(card!.code)
  return { ...card!, id: found!.id }
}

const claim = (userId: number, secret: string) =>
  inTransaction(pool, (client) => claimCard(client, { userId, secret }, by))

const carryOut = (buyerId: number, command: AccountCommand, at = businessId) =>
  ledger.execute({
    businessId: at,
    buyerId,
    command,
    action: { key: randomUUID() },
    actor: { userId: at, role: 'business' },
    correlationId: 'test',
    deadlineMs: 30_000,
  })

const balanceOf = async (buyerId: number, at = businessId) => (await ledger.load(at, buyerId)).state.balanceTenths
const typesOn = async (buyerId: number, at = businessId) =>
  (await store.readStream(accountStream(at, buyerId), 0, { deadlineAt: Date.now() + 30_000 })).map(({ type }) => type)
const here = async () => [businessId]

describe('An order of cards', () => {
  it('makes codes that a till takes for a buyer’s, which no account gets, and keeps no secret', async () => {
    const made = await order(40)
    expect(new Set(made.map(({ code }) => code)).size).toBe(40)
    expect(made.every(({ code }) => isBuyerCode(code))).toBe(true)
    const [card] = made
    expect(await users.buyerIdByCode(card!.code)).toMatchObject({ isUnverified: false })
    await expect(
      pool.query(
        `INSERT INTO users (email, password, role, first_name, last_name, buyer_code) VALUES ('x@hatik.test', '!', 'buyer', 'A', 'B', $1)`,
        [card!.code],
      ),
    ).rejects.toMatchObject({ constraint: 'users_buyer_code_key' })
    const { rows } = await pool.query<{ text: string }>('SELECT cards::text AS text FROM cards')
    for (const { secret } of made) expect(rows.some(({ text }) => text.includes(secret))).toBe(false)
  })

  it('is refused beyond the cards of a day, and then makes none', async () => {
    const other = (await newUser('business')).id
    for (let batch = 0; batch < 4; batch += 1) await order(500, other)
    const refused = await inTransaction(pool, (client) =>
      orderCards(client, { batchId: randomUUID(), businessId: other, cards: 1, secret: SECRET }),
    )
    expect(refused).toBe('too_many_cards')
  })

  it('is refused while too many cards are on no account', async () => {
    const other = (await newUser('business')).id
    const days = UNCLAIMED_CARDS / CARDS_PER_DAY
    for (let day = 0; day < days; day += 1) {
      for (let batch = 0; batch < CARDS_PER_DAY / CARDS_PER_ORDER; batch += 1) await order(CARDS_PER_ORDER, other)
      await pool.query("UPDATE card_batches SET ordered_at = ordered_at - interval '25 hours' WHERE business_id = $1", [
        other,
      ])
    }
    const orderOne = () =>
      inTransaction(pool, (client) =>
        orderCards(client, { batchId: randomUUID(), businessId: other, cards: 1, secret: SECRET }),
      )
    expect(await orderOne()).toBe('too_many_unclaimed_cards')
    const person = await newUser('buyer')
    await pool.query(
      `UPDATE cards SET claimed_by = $2, claimed_at = now(), merged_at = now()
       WHERE id = (SELECT cards.id FROM cards JOIN card_batches AS batch ON batch.id = batch_id WHERE business_id = $1 LIMIT 1)`,
      [other, person.id],
    )
    expect(await orderOne()).toHaveLength(1)
  })
})

describe('A claimed card', () => {
  it('brings its points along, and its code then leads to the person', async () => {
    const [card, person] = [await newCard(), await newUser('buyer')]
    await carryOut(card.id, { type: 'AwardPoints', amountAmd: 5_000 })
    await carryOut(person.id, { type: 'AwardPoints', amountAmd: 1_000 })
    expect(await claim(person.id, card.secret)).toEqual({ id: card.id, code: card.code })
    expect(await mergeCard(pool, ledger, here, { cardId: card.id, holderId: person.id })).toBe(true)
    expect([await balanceOf(card.id), await balanceOf(person.id)]).toEqual([0, 120])
    expect(await typesOn(card.id)).toEqual(['PointsAwarded', 'PointsMergedOut'])
    expect(await typesOn(person.id)).toEqual(['PointsAwarded', 'PointsMergedIn'])
    users.forget({ id: card.id, buyerCode: card.code })
    expect(await users.buyerIdByCode(card.code)).toEqual({ id: person.id, isUnverified: false, cardId: card.id })
    expect(await carryOut(card.id, { type: 'AwardPoints', amountAmd: 500 })).toMatchObject({ code: 'account_closed' })
  })

  it('belongs to one of two people who claim it at once', async () => {
    const card = await newCard()
    const people = await Promise.all(Array.from({ length: 6 }, () => newUser('buyer')))
    const claims = await Promise.all(people.map(({ id }) => claim(id, card.secret)))
    expect(claims.filter((claimed) => claimed !== undefined)).toHaveLength(1)
    const winner = people[claims.findIndex((claimed) => claimed !== undefined)]!
    expect(await claim(winner.id, card.secret)).toEqual({ id: card.id, code: card.code })
    const events = await pool.query('SELECT type, data FROM event_outbox WHERE stream = $1', [`card-${card.id}`])
    expect(events.rows).toEqual([{ type: 'CardClaimed', data: { userId: winner.id } }])
  })

  it('is unknown with another secret, and after its person blocked it', async () => {
    const [card, person, other] = [await newCard(), await newUser('buyer'), await newUser('buyer')]
    expect(await claim(person.id, 'A'.repeat(16))).toBeUndefined()
    const block = (userId: number) =>
      inTransaction(pool, (client) => blockCard(client, { userId, cardId: card.id }, by))
    expect(await block(person.id)).toBe(false)
    await claim(person.id, card.secret)
    expect([await block(other.id), await block(person.id), await block(person.id)]).toEqual([false, true, true])
    users.forget({ id: card.id, buyerCode: card.code })
    expect(await users.buyerIdByCode(card.code)).toBeUndefined()
    expect(await claim(other.id, card.secret)).toBeUndefined()
  })

  it('loses and doubles no point, whichever call of the merge is the last before a crash', async () => {
    for (const crash of [
      { at: 1, isWritten: false },
      { at: 1, isWritten: true },
      { at: 2, isWritten: false },
      { at: 2, isWritten: true },
    ]) {
      const [card, person] = [await newCard(), await newUser('buyer')]
      await carryOut(card.id, { type: 'AwardPoints', amountAmd: 5_000 })
      await claim(person.id, card.secret)
      let calls = 0
      const dying: Pick<Ledger, 'execute'> = {
        async execute(request) {
          calls += 1
          if (calls < crash.at) return ledger.execute(request)
          if (crash.isWritten) await ledger.execute(request)
          throw new Error('killed')
        },
      }
      const merging = { cardId: card.id, holderId: person.id }
      await expect(mergeCard(pool, dying, here, merging)).rejects.toThrow('killed')
      for (let round = 0; round < 3; round += 1) expect(await mergeCard(pool, ledger, here, merging)).toBe(true)
      expect([await balanceOf(card.id), await balanceOf(person.id)]).toEqual([0, 100])
      expect(await typesOn(person.id)).toEqual(['PointsMergedIn'])
    }
  })

  it('loses no award that races with its merge: it is merged, or refused and repeated for the person', async () => {
    const [card, person] = [await newCard(), await newUser('buyer')]
    await claim(person.id, card.secret)
    const award = async () => {
      const command = { type: 'AwardPoints', amountAmd: 500 } as const
      const done = await carryOut(card.id, command)
      if (done.kind === 'refused') expect(await carryOut(person.id, command)).toMatchObject({ kind: 'done' })
    }
    const merging = mergeCard(pool, ledger, here, { cardId: card.id, holderId: person.id })
    await Promise.all([...Array.from({ length: 30 }, award), merging])
    expect(await balanceOf(card.id)).toBe(0)
    expect(await balanceOf(person.id)).toBe(300)
  })

  it('gives no points to a person who has left meanwhile', async () => {
    const [card, person] = [await newCard(), await newUser('buyer')]
    await carryOut(card.id, { type: 'AwardPoints', amountAmd: 5_000 })
    await claim(person.id, card.secret)
    await pool.query('UPDATE users SET erased_at = now(), buyer_code = NULL WHERE id = $1', [person.id])
    expect(await mergeCard(pool, ledger, here, { cardId: card.id, holderId: person.id })).toBe(true)
    expect([await balanceOf(card.id), await typesOn(person.id)]).toEqual([0, []])
  })

  it('stays to be merged until everything in flight at the claim has settled', async () => {
    const [card, person] = [await newCard(), await newUser('buyer')]
    await claim(person.id, card.secret)
    const isMerged = async () =>
      (await pool.query('SELECT FROM cards WHERE id = $1 AND merged_at IS NOT NULL', [card.id])).rowCount === 1
    for (const upTo of [undefined, new Date()]) await finishMerges(pool, ledger, here, { upTo })
    expect(await isMerged()).toBe(false)
    await finishMerges(pool, ledger, here, { upTo: new Date(Date.now() + 4 * 60_000) })
    expect(await isMerged()).toBe(true)
  })
})

/** Rows corrected from the log after a restore, besides outbox and IDs. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { CARD_EVENT_DATA, cardStream } from '#contracts/events/card-events.ts'
import { BUSINESS_EVENT_DATA, businessStream } from '#contracts/events/business-events.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { DAY_MS, yerevanMonth } from '#contracts/units/time.ts'
import { newBuyerCode } from '#accounts/buyer-codes.ts'
import { orderCards } from '#accounts/cards/order-cards.ts'
import { issueInvoice } from '#businesses/invoices/invoices.ts'
import { reserve, usedInMonth } from '#businesses/counter/quota.ts'
import { awardLookUp, reserveReceipt } from '#businesses/counter/receipts.ts'
import { NO_STREAM, type EventToAppend } from '#ledger/event-store.ts'
import { inMs } from '#platform/event-store/events-for-tests.ts'
import { recordEvents, relayEvents, systemCommandId } from '#platform/outbox/event-outbox.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { insertBusiness, insertUser } from '../testing/people/people-rows.ts'
import { testDatabaseAndStore } from '../testing/servers/test-database.ts'

const { services, pool, store } = await testDatabaseAndStore()

const command = async (...more: string[]) =>
  (
    await promisify(execFile)(process.execPath, [
      'infra/admin/main.ts',
      'after-restore',
      '--database',
      services.databaseUrl,
      '--event-store',
      services.eventStoreUrl,
      ...more,
    ])
  ).stdout

const shop = async (plan: 'starter' | 'prime' = 'starter') =>
  (await insertBusiness(pool, { passwordHash: 'x', plan, status: 'active', perks: [] })).id

type Happening = Pick<EventToAppend, 'type' | 'data'>
const awarded = (awardId: string, receipt?: string): Happening => ({
  type: 'PointsAwarded',
  data: { awardId, amountAmd: 500, tenths: 10, rule: 'floor-50/1', ...(receipt === undefined ? {} : { receipt }) },
})
const calledBack = (awardId: string): Happening => ({
  type: 'AwardVoided',
  data: { awardId, tenths: 10, reason: 'A wrong amount' },
})

async function account(
  businessId: number,
  buyerId: number,
  happenings: readonly Happening[],
  at = new Date(),
): Promise<void> {
  const events = happenings.map((happening) => {
    const id = randomUUID()
    const metadata = {
      schema: 1 as const,
      commandId: id,
      inputHash: 'test',
      actor: { userId: businessId, role: 'business' as const },
      $correlationId: 'test',
      recordedAt: at.toISOString(),
    }
    return { id, ...happening, metadata } as EventToAppend
  })
  await store.append(accountStream(businessId, buyerId), NO_STREAM, events, inMs(10_000))
}

const lookUp = awardLookUp(store, { onUnreadable: () => {} })
const askFor = (businessId: number, receipt: string) =>
  reserveReceipt(pool, { businessId, buyerId: 900, receipt, awardId: randomUUID() }, lookUp)

it('a receipt awarded only in the log is not awarded again; one with a voided award is free (decision 13)', async () => {
  const cafe = await shop()
  const [kept, wrong, right, gone] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await account(cafe, 700, [awarded(kept, 'No 17'), awarded(wrong, 'No 18'), calledBack(wrong)])
  await account(cafe, 701, [awarded(right, 'No 18'), awarded(gone, 'No 19'), calledBack(gone)])
  expect(await command()).toContain('Receipts registered from the log, so that they cannot earn points again: 2.')
  expect([await askFor(cafe, 'no17'), await askFor(cafe, 'no18')]).toEqual(['taken', 'taken'])
  expect(await askFor(cafe, 'no19')).toHaveProperty('askedAt')
  expect(await command()).toContain('All receipts in the log are registered.')
})

it('a receipt whose award was voided after the backup belongs to the award that used it since', async () => {
  const cafe = await shop()
  const [wrong, right] = [randomUUID(), randomUUID()]
  await reserveReceipt(pool, { businessId: cafe, buyerId: 702, receipt: 'R1', awardId: wrong }, lookUp)
  await account(cafe, 702, [awarded(wrong, 'R1'), calledBack(wrong)])
  await account(cafe, 703, [awarded(right, 'R1')])
  await command()
  expect((await pool.query('SELECT award_id AS id, state FROM receipts WHERE business_id = $1', [cafe])).rows).toEqual([
    { id: right, state: 'confirmed' },
  ])
})

it('a receipt reserved by a running award stays reserved, and the command asks to be repeated', async () => {
  const cafe = await shop()
  const underWay = randomUUID()
  await reserveReceipt(pool, { businessId: cafe, buyerId: 704, receipt: 'R1', awardId: underWay }, lookUp)
  await account(cafe, 705, [awarded(randomUUID(), 'R1')])
  expect(await command()).toContain('reserved by other awards with an unknown outcome: 1.')
  expect((await pool.query('SELECT award_id AS id FROM receipts WHERE business_id = $1', [cafe])).rows).toEqual([
    { id: underWay },
  ])
  await pool.query('DELETE FROM receipts WHERE business_id = $1', [cafe])
})

it('the month’s places are counted from the log including voided and open awards; never lowered, and only for limited plans (H11)', async () => {
  const [cafe, full, large] = [await shop(), await shop(), await shop('prime')]
  const now = new Date()
  const month = yerevanMonth(now)
  const [one, two] = [randomUUID(), randomUUID()]
  for (const businessId of [cafe, full, large])
    await account(businessId, 706, [
      awarded(randomUUID()),
      awarded(randomUUID()),
      awarded(businessId === cafe ? one : randomUUID()),
    ])
  await account(cafe, 707, [awarded(two), calledBack(two)])
  await account(cafe, 708, [awarded(randomUUID())], new Date(now.getTime() - 40 * DAY_MS))
  // The backup knew a written award and an unwritten one.
  for (const [awardId, buyerId] of [
    [one, 706],
    [randomUUID(), 709],
  ] as const) {
    await reserve(pool, { awardId, businessId: cafe, stream: accountStream(cafe, buyerId), limit: 1_000, at: now })
  }
  await pool.query('INSERT INTO quota (business_id, month, used) VALUES ($1, $2, 50)', [full, month])
  expect(await command()).toContain(`Corrected the award counts of ${month} for the businesses ${cafe}.`)
  expect(await Promise.all([cafe, full, large].map((id) => usedInMonth(pool, id, month)))).toEqual([5, 50, 0])
  expect(await command()).not.toContain('Corrected the award counts')
})

it('people who left according to the log but are back are named by number, but not erased ones or later users (H25)', async () => {
  const [cafe, gone, newer] = [await shop(), await shop(), await shop()]
  const ani = (await insertUser(pool, { role: 'buyer', passwordHash: 'x', code: 'AR7101' })).id
  const davit = (await insertUser(pool, { role: 'buyer', passwordHash: 'x', code: 'AR7102' })).id
  await pool.query('UPDATE users SET erased_at = now() WHERE id = $1', [gone])
  await pool.query(`UPDATE users SET created_at = now() + interval '1 day' WHERE id = $1`, [newer])
  for (const businessId of [cafe, gone, newer]) {
    await inTransaction(pool, (client) =>
      recordEvents(
        client,
        businessStream(businessId),
        BUSINESS_EVENT_DATA,
        [{ type: 'BusinessClosed', data: { from: 'active' } }],
        {
          commandId: systemCommandId(`close-business:${businessId}`),
          actor: { userId: businessId, role: 'business' },
          correlationId: 'test',
          at: new Date(),
        },
      ),
    )
  }
  await relayEvents(pool, store)
  await account(cafe, ani, [awarded(randomUUID()), { type: 'AccountClosed', data: { forfeitedTenths: 10 } }])
  await account(cafe, davit, [awarded(randomUUID())])
  const told = await command()
  expect(told).toContain(`Businesses deleted according to the log, but open in this database: ${cafe}.\n`)
  expect(told).toContain(`Buyers deleted according to the log, but present in this database: ${ani}.\n`)
})

it('the last invoice is reported, and the counter moves past the operator’s number, never back (H36)', async () => {
  const issue = async () => {
    const businessId = await shop()
    return inTransaction(pool, (client) =>
      issueInvoice(client, {
        businessId,
        kind: 'charge',
        reason: 'change',
        plan: 'standard',
        cycle: 'yearly',
        priceAmd: 100,
        creditAmd: 0,
        issuedAt: new Date('2026-11-20T12:00:00Z'),
        dueAt: new Date('2026-11-30T12:00:00Z'),
        provider: 'bank_transfer',
        seller: null,
      }),
    )
  }
  expect(await command()).toContain('Last invoice in this database: none.')
  expect((await issue()).number).toBe('HTK-2026-000001')
  expect(await command()).toContain(
    'Last invoice in this database: HTK-2026-000001. The log contains no invoice numbers',
  )
  expect(await command('--last-invoice', 'HTK-2026-000017')).toContain(
    'The next invoice number follows HTK-2026-000017.',
  )
  expect((await issue()).number).toBe('HTK-2026-000018')
  expect(await command('--last-invoice', 'HTK-2026-000005')).toContain(
    'Last invoice in this database: HTK-2026-000018.',
  )
  expect((await issue()).number).toBe('HTK-2026-000019')
  await expect(command('--last-invoice', '17')).rejects.toMatchObject({ code: 2 })
})

it('a revoked till, a removed or demoted person and an ended sign-in come back without their rights', async () => {
  const cafe = await shop()
  const [till, removed, demoted, ended, allowed] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ]
  await inTransaction(pool, async (client) => {
    await recordEvents(
      client,
      businessStream(cafe),
      BUSINESS_EVENT_DATA,
      [
        { type: 'TillRevoked', data: { tillId: till } },
        { type: 'StaffRemoved', data: { staffId: removed } },
        { type: 'StaffSignInChanged', data: { staffId: ended, allowed: true } },
        { type: 'StaffSignInChanged', data: { staffId: ended, allowed: false } },
        { type: 'StaffSignInChanged', data: { staffId: allowed, allowed: true } },
        ...(
          [
            ['cashier', 'manager'],
            ['manager', 'cashier'],
          ] as const
        ).map(([fromRole, toRole]) => ({
          type: 'StaffRightsChanged' as const,
          data: { staffId: demoted, fromRole, toRole, fromActive: true, toActive: true },
        })),
      ],
      {
        commandId: systemCommandId('rights of the cafe'),
        actor: { userId: cafe, role: 'business' },
        correlationId: 'test',
        at: new Date(),
      },
    )
  })
  await relayEvents(pool, store)
  // As in an older backup.
  await pool.query(`INSERT INTO tills (id, business_id, name, locks_after_seconds) VALUES ($1, $2, 'Till 1', 120)`, [
    till,
    cafe,
  ])
  await pool.query(
    `INSERT INTO business_staff (id, business_id, name, role, pin_hash) VALUES ($1, $3, 'Gone', 'cashier', 'x'), ($2, $3, 'Here', 'manager', 'x')`,
    [removed, demoted, cafe],
  )
  for (const [staffId, name] of [
    [ended, 'No sign-in'],
    [allowed, 'Sign-in'],
  ])
    await pool.query(
      `WITH account AS (
         INSERT INTO users (email, password, role, first_name, last_name) VALUES ($1 || '@hatik.test', 'x', 'manager', '', '') RETURNING id
       )
       INSERT INTO business_staff (id, business_id, name, role, pin_hash, owner_epoch, user_id)
       SELECT $1::uuid, $2, $3, 'manager', 'x', 0, id FROM account`,
      [staffId, cafe, name],
    )
  expect(await command()).toContain('People of shops and tills that have lost rights according to the log: 4.')
  const { rows } = await pool.query(
    `SELECT name, role, active, removed_at IS NOT NULL AS removed, owner_epoch IS NOT NULL AS "signsIn" FROM business_staff WHERE business_id = $1 ORDER BY name`,
    [cafe],
  )
  expect(rows).toEqual([
    { name: '', role: 'cashier', active: false, removed: true, signsIn: false },
    { name: 'Here', role: 'cashier', active: true, removed: false, signsIn: false },
    { name: 'No sign-in', role: 'manager', active: true, removed: false, signsIn: false },
    { name: 'Sign-in', role: 'manager', active: true, removed: false, signsIn: true },
  ])
  expect((await pool.query('SELECT FROM tills WHERE revoked_at IS NULL')).rows).toEqual([])
  expect(await command()).not.toContain('have lost rights')
})

it('a card belongs again to who claimed it, and is blocked if that person is lost or had blocked it (decision 53)', async () => {
  const cafe = await shop()
  const secret = 'a secret of at least thirty-two signs'
  const order = { batchId: randomUUID(), businessId: cafe, cards: 4, secret }
  const made = await inTransaction(pool, (client) => orderCards(client, order))
  const ids = (await pool.query<{ id: number }>('SELECT id FROM cards ORDER BY id')).rows.map(({ id }) => id)
  const [claimed, blocked, lost] = ids as [number, number, number]
  const ani = await insertUser(pool, { role: 'buyer', passwordHash: 'x', code: newBuyerCode() })
  const by = { actor: { userId: 1, role: 'buyer' as const }, correlationId: 'test', at: new Date() }
  const record = (cardId: number, type: keyof typeof CARD_EVENT_DATA, userId: number) =>
    inTransaction(pool, (client) =>
      recordEvents(client, cardStream(cardId), CARD_EVENT_DATA, [{ type, data: { userId } }], {
        commandId: systemCommandId(`${type} ${cardId}`),
        ...by,
      }),
    )
  await record(claimed, 'CardClaimed', ani.id)
  await record(blocked, 'CardClaimed', ani.id)
  await record(blocked, 'CardBlocked', ani.id)
  await record(lost, 'CardClaimed', 2_000_000)
  await relayEvents(pool, store)
  // The database is older than all of this.
  await pool.query("DELETE FROM event_outbox WHERE stream LIKE 'card-%'")
  await pool.query("DELETE FROM event_streams WHERE stream LIKE 'card-%'")

  expect(made).toHaveLength(4)
  expect(await command()).toContain('Printed cards that are claimed or blocked according to the log: 4.')
  const { rows } = await pool.query(
    'SELECT claimed_by AS holder, blocked_at IS NOT NULL AS blocked, merged_at FROM cards ORDER BY id',
  )
  expect(rows).toEqual([
    { holder: ani.id, blocked: false, merged_at: null },
    { holder: ani.id, blocked: true, merged_at: null },
    { holder: null, blocked: true, merged_at: null },
    { holder: null, blocked: false, merged_at: null },
  ])
  expect(await command()).not.toContain('Printed cards')
  // The next event of the stream follows those of the log.
  await record(claimed, 'CardBlocked', ani.id)
  await relayEvents(pool, store)
  const log = store.openLogReader([cardStream(claimed)])
  const types: string[] = []
  for (let after: bigint | null = null; ;) {
    const batch = await log.read(after, 1_000)
    types.push(...batch.events.map(({ type }) => type))
    if (batch.reachedHead) break
    after = batch.lastPosition
  }
  await log.close()
  expect(types).toEqual(['CardClaimed', 'CardBlocked'])
})

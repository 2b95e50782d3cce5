/** Cases that screens hardly reach: very many codes, and accounts that cannot be closed. */
import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { describe, expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import type { AccountCommand } from '#ledger/account/decider.ts'
import { openLedger } from '#platform/event-store/ledger.ts'
import { freePort } from '../../infra/local/ports.ts'
import { testDatabaseAndLedger } from '../../infra/testing/servers/test-database.ts'
import { closeInLedger, finishClosings, type OpenBusiness } from './close-accounts.ts'

const BUSINESS = 1 + Math.floor(Math.random() * 900_000_000)

const { services, pool, ledger, store } = await testDatabaseAndLedger()

const open: OpenBusiness = { accountsOfBuyer: async () => [BUSINESS], pendingAtBusiness: async () => [] }

async function carryOut(buyerId: number, command: AccountCommand): Promise<void> {
  const request = {
    businessId: BUSINESS,
    buyerId,
    command,
    action: { key: randomUUID() },
    actor: { userId: BUSINESS, role: 'business' },
    correlationId: 'test',
  } as const
  expect(await ledger.execute({ ...request, deadlineMs: 30_000 })).toMatchObject({ kind: 'done' })
}

describe('a buyer leaves', () => {
  it('more unused codes than fit one append are all refunded, then the account is closed once', async () => {
    const [buyerId, codes] = [101, 1_800]
    await carryOut(buyerId, { type: 'AwardPoints', amountAmd: 50 * codes })
    await Promise.all(
      Array.from({ length: codes }, (_, index) =>
        carryOut(buyerId, { type: 'RedeemPerk', perkId: 3, perkName: 'Coffee', costTenths: 1, code: `CODE${index}` }),
      ),
    )
    expect(await closeInLedger(ledger, open, { userId: buyerId, role: 'buyer' })).toBe(true)
    const { state } = await ledger.load(BUSINESS, buyerId)
    expect([state.closed, state.balanceTenths]).toEqual([true, 0])
    expect(await closeInLedger(ledger, open, { userId: buyerId, role: 'buyer' })).toBe(true)
    const events = await store.readStream(accountStream(BUSINESS, buyerId), 0, { deadlineAt: Date.now() + 30_000 })
    const counted = (type: string) => events.filter((event) => event.type === type).length
    expect(['RedemptionCancelled', 'PointsRefunded', 'AccountClosed'].map(counted)).toEqual([codes, codes, 1])
    expect(events.at(-1)).toMatchObject({ type: 'AccountClosed', data: { forfeitedTenths: codes } })
  }, 120_000)

  it('an account is closed even if five earlier ones can never be closed', async () => {
    const stranger = EventStoreDBClient.connectionString(services.eventStoreUrl)
    for (let stuck = 201; stuck <= 205; stuck += 1) {
      await stranger.appendToStream(accountStream(BUSINESS, stuck), jsonEvent({ type: 'SomethingElse', data: {} }), {
        expectedRevision: 'no_stream',
      })
      await pool.query(
        `INSERT INTO account_closings (user_id, role, started_at) VALUES ($1, 'buyer', now() - interval '1 day')`,
        [stuck],
      )
    }
    await stranger.dispose()
    const buyerId = 301
    await carryOut(buyerId, { type: 'AwardPoints', amountAmd: 500 })
    await pool.query(`INSERT INTO account_closings (user_id, role) VALUES ($1, 'buyer')`, [buyerId])
    const finished = async () =>
      (await pool.query('SELECT FROM account_closings WHERE user_id = $1 AND finished_at IS NOT NULL', [buyerId]))
        .rowCount === 1
    const upTo = new Date(Date.now() + 10 * 60_000)
    // The order is random: always being last in thirty rounds is practically impossible.
    for (let round = 0; round < 30 && !(await finished()); round += 1) {
      await finishClosings(pool, ledger, open, { upTo, removeFiles: async () => {} }).catch((error: unknown) => error)
    }
    expect(await finished()).toBe(true)
    expect((await ledger.load(BUSINESS, buyerId)).state.closed).toBe(true)
  })
})

describe('while the event store is down', () => {
  it('no closing of a buyer or business counts as finished while the event store is down, however old (H25)', async () => {
    const away = openLedger(`esdb://127.0.0.1:${await freePort()}?tls=false`)
    const unasked: OpenBusiness = {
      ...open,
      pendingAtBusiness: async () => [{ buyerId: 402, redemptionId: randomUUID() }],
    }
    await pool.query('DELETE FROM account_closings')
    await pool.query(
      `INSERT INTO account_closings (user_id, role, started_at) VALUES ($1, 'business', now() - interval '1 day')`,
      [BUSINESS],
    )
    const business = finishClosings(pool, away.ledger, unasked, { upTo: new Date(), removeFiles: async () => {} })
    expect(await Promise.all([closeInLedger(away.ledger, unasked, { userId: 401, role: 'buyer' }), business])).toEqual([
      false,
      { finished: 0, left: 1 },
    ])
    await away.store.close()
  })
})

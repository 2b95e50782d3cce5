/** Reservations of an award, by the ledger's answer. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { openLedger } from '#platform/event-store/ledger.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { createAwards, type Award } from './awards.ts'
import { APPEND_WITHIN_MS, countAtLeast, usedInMonth } from './quota.ts'
import { reserveReceipt } from './receipts.ts'
import { newBusiness, openQuota, type Quota } from '../testing/quota-awards.ts'

let quota: Quota
let opened: ReturnType<typeof openLedger>
beforeAll(async () => {
  quota = await openQuota()
  opened = openLedger(quota.services.eventStoreUrl)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await opened?.store.close()
  await quota?.close()
})

const NOW = new Date('2026-05-20T08:00:00Z')
const STARTER_LIMIT = 1_000
const MINUTE_MS = 60_000

function plainOne(more: Partial<Award> = {}): Award {
  const businessId = newBusiness()
  return {
    businessId,
    buyerId: 7,
    plan: 'starter',
    key: randomUUID(),
    actor: { userId: businessId, role: 'business' },
    correlationId: 'test',
    amountAmd: 5_000,
    at: NOW,
    ...more,
  }
}
const newOne = (more: Partial<Award> = {}) => plainOne({ receipt: 'R-1', ...more })

/** Waits for confirmations, which run after the answer. */
async function given(award: Award, { ledger = opened.ledger as Ledger, db = quota.pool as Queryable } = {}) {
  const awards = createAwards({ ledger, db, onFailed: (error) => expect(error).toBeUndefined() })
  const result = await awards.award(award)
  await awards.drain()
  return result
}
const eventsOf = ({ businessId, buyerId }: Award) =>
  opened.store.readStream(accountStream(businessId, buyerId), 0, { deadlineAt: Date.now() + 5_000 })

async function reservedFor({ businessId }: Award) {
  const receipts = await quota.pool.query<{ state: string }>('SELECT state FROM receipts WHERE business_id = $1', [
    businessId,
  ])
  const places = await quota.pool.query<{ state: string }>(
    'SELECT state FROM quota_reservations WHERE business_id = $1',
    [businessId],
  )
  return {
    used: await usedInMonth(quota.pool, businessId, yerevanMonth(NOW)),
    receipt: receipts.rows[0]?.state,
    place: places.rows[0]?.state,
  }
}

describe('the place and receipt reserved for an award', () => {
  it('a reservation is confirmed once its award is written', async () => {
    const award = newOne()
    expect((await given(award)).kind).toBe('done')
    expect(await reservedFor(award)).toEqual({ used: 1, receipt: 'confirmed', place: 'confirmed' })
  })

  it('a reservation is released if the ledger refuses the award definitely', async () => {
    const award = newOne({ amountAmd: 10 })
    expect(await given(award)).toMatchObject({ kind: 'refused', code: 'invalid_input' })
    expect(await reservedFor(award)).toEqual({ used: 0, receipt: undefined, place: undefined })
  })

  it("a reservation stays while the award's outcome is unknown, or its place and receipt could be used twice", async () => {
    const award = newOne()
    const ledger: Ledger = {
      ...opened.ledger,
      execute: ({ action }) =>
        Promise.resolve({ kind: 'unknown', commandId: 'commandId' in action ? action.commandId : '' }),
    }
    expect((await given(award, { ledger })).kind).toBe('unknown')
    expect(await reservedFor(award)).toEqual({ used: 1, receipt: 'reserved', place: 'reserved' })
  })

  it('a reserved receipt is released if the month is full', async () => {
    const award = newOne()
    await countAtLeast(quota.pool, award.businessId, yerevanMonth(NOW), STARTER_LIMIT)
    expect(await given(award)).toMatchObject({ kind: 'refused', code: 'transaction_limit_exceeded' })
    expect(await reservedFor(award)).toMatchObject({ used: STARTER_LIMIT, receipt: undefined })
  })

  it.each<[what: string, one: () => Award, heldUpAt: string]>([
    ['its place', () => plainOne(), 'quota-reserve'],
    ['its receipt', () => newOne({ plan: 'prime' }), 'receipt-reserve'],
    ['its receipt, and took its place only then', () => newOne(), 'receipt-reserve'],
  ])(
    'a reservation may be taken over if the process stalled after reserving %s; then nothing is written (decision 6)',
    async (_what, one, heldUpAt) => {
      const award = one()
      const db = {
        query: async (query: { name?: string }, values?: unknown[]) => {
          const rows = await (quota.pool.query as (...asked: unknown[]) => Promise<unknown>)(query, values)
          if (query.name === heldUpAt)
            vi.spyOn(performance, 'now').mockReturnValue(performance.now() + APPEND_WITHIN_MS)
          return rows
        },
      } as unknown as Queryable
      expect(await given(award, { db })).toMatchObject({ kind: 'refused', code: 'busy' })
      vi.restoreAllMocks()
      expect(await eventsOf(award)).toEqual([])
    },
  )
})

describe('an award', () => {
  it('an award by support has the same id as one by the business, so that a retry is written once', async () => {
    const award = newOne()
    const { businessId, key } = award
    const bySupport = await given({ ...award, actor: { userId: 1, role: 'admin' }, onBehalfOf: businessId })
    expect(bySupport).toMatchObject({
      kind: 'done',
      commandId: commandIdOf(ledgerIds, businessId, key),
      replayed: false,
    })
    expect(await given(award)).toMatchObject({ kind: 'done', replayed: true })
    expect(await eventsOf(award)).toMatchObject([
      { metadata: { actor: { userId: 1, role: 'admin' }, onBehalfOf: businessId } },
    ])
  })

  it('an award from a counter whose clock is slightly ahead does not happen after it is recorded', async () => {
    const award = newOne({ happenedAt: new Date(NOW.getTime() + MINUTE_MS) })
    expect((await given(award)).kind).toBe('done')
    expect(await eventsOf(award)).toMatchObject([
      { metadata: { happenedAt: NOW.toISOString(), recordedAt: NOW.toISOString() } },
    ])
  })

  it('one further award for the receipt of a voided award is accepted', async () => {
    const wrong = newOne()
    const { businessId, buyerId, actor } = wrong
    const made = await given(wrong)
    const command = {
      type: 'VoidAward',
      awardId: made.commandId,
      reason: 'wrong amount',
      nowMs: NOW.getTime(),
      byAdmin: true,
    } as const
    await opened.ledger.execute({
      businessId,
      buyerId,
      command,
      action: { key: randomUUID() },
      actor,
      correlationId: 'test',
    })
    expect((await given({ ...wrong, key: randomUUID(), amountAmd: 500 })).kind).toBe('done')
    expect(await given({ ...wrong, key: randomUUID() })).toMatchObject({
      kind: 'refused',
      code: 'receipt_already_awarded',
    })
  })

  it.each([
    ['is still to come', 3 * MINUTE_MS],
    ['was more than a week ago', -7 * 24 * 60 * MINUTE_MS - 1],
  ])('an award whose time %s is refused and reserves nothing', async (_when, ms) => {
    const award = newOne({ happenedAt: new Date(NOW.getTime() + ms) })
    expect(await given(award)).toMatchObject({ kind: 'refused', code: 'happened_at_refused' })
    expect(await reservedFor(award)).toEqual({ used: 0, receipt: undefined, place: undefined })
  })

  it('an award whose key belongs to another receipt or buyer is refused as a reused key', async () => {
    const award = newOne()
    const { businessId, buyerId, key } = award
    await reserveReceipt(
      quota.pool,
      { businessId, buyerId, receipt: 'R-2', awardId: commandIdOf(ledgerIds, businessId, key) },
      async () => 'missing',
    )
    expect(await given(award)).toMatchObject({ kind: 'refused', code: 'idempotency_key_reused' })
    const plain = plainOne()
    expect((await given(plain)).kind).toBe('done')
    expect(await given({ ...plain, buyerId: 8 })).toMatchObject({ kind: 'refused', code: 'idempotency_key_reused' })
  })
})

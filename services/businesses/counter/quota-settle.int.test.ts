import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { NO_STREAM, StoreUnavailable, UnreadableEvent } from '#ledger/event-store.ts'
import { award, inMs } from '#platform/event-store/events-for-tests.ts'
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import { settleAbandoned } from './quota-settle.ts'
import { confirm, reserve, usedInMonth } from './quota.ts'
import { awardLookUp, reserveReceipt, settleReceipts } from './receipts.ts'
import { append, AT, MONTH, newAward, newBusiness, openQuota, reserved, type Quota } from '../testing/quota-awards.ts'

let { store, pool, otherPool, close } = {} as Quota
beforeAll(async () => {
  ;({ store, pool, otherPool, close } = await openQuota())
})
afterAll(() => close?.())

describe('an abandoned place', () => {
  it('is given back if the process died before the append', async () => {
    const businessId = newBusiness()
    const award = newAward(businessId, { limit: 1 })
    await reserve(pool, award)
    expect((await settleAbandoned(pool, store, { afterMs: 0 })).released).toBeGreaterThanOrEqual(1)
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(0)
    expect(await reserve(pool, award)).toMatchObject({ kind: 'reserved', fresh: true })
  })

  it('stays taken if the process died between append and confirmation', async () => {
    const businessId = newBusiness()
    const award = newAward(businessId, { limit: 1 })
    await reserve(pool, award)
    await append(store, award, AT)
    expect((await settleAbandoned(pool, store, { afterMs: 0 })).confirmed).toBeGreaterThanOrEqual(1)
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(1)
    expect(await reserve(pool, newAward(businessId, { limit: 1 }))).toEqual({ kind: 'limit_reached' })
    await settleAbandoned(pool, store, { afterMs: 0 })
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(1)
  })

  it('is settled even on an account too long for one read, like its receipt', async () => {
    const businessId = newBusiness()
    const [lost, made] = [newAward(businessId, { limit: 2 }), newAward(businessId, { limit: 2 })]
    const event = award(500, made.awardId)
    const last = { ...event, metadata: { ...event.metadata, recordedAt: AT.toISOString() } }
    for (const { awardId, stream, ...one } of [lost, made]) {
      await reserve(pool, { awardId, stream, ...one })
      await reserveReceipt(
        pool,
        { businessId, buyerId: Number(stream.split('.')[1]), receipt: awardId, awardId },
        async () => undefined,
      )
      const before = Array.from({ length: 49 }, () => award())
      expect(
        (await store.append(stream, NO_STREAM, [...before, awardId === made.awardId ? last : award()], inMs(10_000)))
          .kind,
      ).toBe('written')
    }
    // One read fits 25 events.
    const hurried: Pick<EventStoreGateway, 'readStream'> = {
      readStream: async (...asked) => {
        const events = await store.readStream(...asked)
        if (events.length > 25) throw new StoreUnavailable('its time was over')
        return events
      },
    }
    await settleAbandoned(pool, hurried, { afterMs: 0, pageEvents: 25 })
    await settleReceipts(
      pool,
      awardLookUp(hurried, { onUnreadable: (_, error) => expect(error).toBeUndefined(), pageEvents: 25 }),
      { afterMs: 0 },
    )
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(1)
    const { rows } = await pool.query('SELECT award_id AS id, state FROM receipts WHERE business_id = $1', [businessId])
    expect(rows).toEqual([{ id: made.awardId, state: 'confirmed' }])
  })

  it('is left alone before it counts as abandoned', async () => {
    const businessId = newBusiness()
    await reserve(pool, newAward(businessId))
    await settleAbandoned(pool, store)
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(1)
  })

  it('is left alone if a retry takes it up while the settler reads the stream', async () => {
    const businessId = newBusiness()
    const award = newAward(businessId, { limit: 1 })
    await reserve(pool, award)
    const slowly: Pick<EventStoreGateway, 'readStream'> = {
      readStream: async (stream, fromRevision, options) => {
        const events = await store.readStream(stream, fromRevision, options)
        if (stream === award.stream) await reserve(otherPool, award)
        return events
      },
    }
    await settleAbandoned(pool, slowly, { afterMs: 0 })
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(1)
    await append(store, award, AT)
    await settleAbandoned(pool, store, { afterMs: 0 })
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(1)
  })

  it('is given back once by two settlers: a place taken anew in between stays taken, and so does its receipt', async () => {
    const businessId = newBusiness()
    const award = newAward(businessId, { limit: 1 })
    const claim = { businessId, buyerId: Number(award.stream.split('.')[1]), receipt: 'R1', awardId: award.awardId }
    const hold = async () => {
      await reserve(otherPool, award)
      expect(await reserveReceipt(otherPool, claim, async () => undefined)).toHaveProperty('askedAt')
    }
    const settle = async (from: Pick<EventStoreGateway, 'readStream'>) => {
      await settleAbandoned(pool, from, { afterMs: 0 })
      await settleReceipts(pool, awardLookUp(from, { onUnreadable: () => {} }), { afterMs: 0 })
    }
    await hold()
    let overtaken = 0
    const overtakes = (settleFirst: () => Promise<unknown>): Pick<EventStoreGateway, 'readStream'> => ({
      readStream: async (stream, fromRevision, options) => {
        const events = await store.readStream(stream, fromRevision, options)
        if (stream !== award.stream) return events
        overtaken += 1
        await settleFirst()
        await hold()
        return events
      },
    })
    await settleAbandoned(
      pool,
      overtakes(() => settle(store)),
      { afterMs: 0 },
    )
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(1)
    await settleReceipts(
      pool,
      awardLookUp(
        overtakes(() => settle(store)),
        { onUnreadable: () => {} },
      ),
      { afterMs: 0 },
    )
    expect(overtaken).toBe(2)
    expect((await pool.query('SELECT FROM receipts WHERE business_id = $1', [businessId])).rowCount).toBe(1)
  })

  it('is left alone while the store cannot be read', async () => {
    const businessId = newBusiness()
    await reserve(pool, newAward(businessId))
    const away: Pick<EventStoreGateway, 'readStream'> = { readStream: async () => Promise.reject(new Error('away')) }
    const settled = await settleAbandoned(pool, away, { afterMs: 0 })
    expect(settled).toMatchObject({ confirmed: 0, released: 0 })
    expect(settled.left).toBeGreaterThanOrEqual(1)
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(1)
  })

  it('is left and reported if its account has an unknown event; others are settled', async () => {
    const [broken, fine, unread] = [newBusiness(), newBusiness(), newBusiness()]
    const [unsettled, lost, later] = [newAward(broken), newAward(fine), newAward(unread)]
    for (const award of [unsettled, lost, later]) await reserve(pool, award)
    const partly: Pick<EventStoreGateway, 'readStream'> = {
      readStream: async (stream, fromRevision, options) => {
        if (stream === unsettled.stream) throw new UnreadableEvent(stream)
        if (stream === later.stream) throw new StoreUnavailable(stream)
        return store.readStream(stream, fromRevision, options)
      },
    }
    const told: [string, unknown][] = []
    await settleAbandoned(pool, partly, { afterMs: 0, onUnreadable: (...what) => told.push(what) })
    expect(told).toEqual([[unsettled.awardId, expect.any(UnreadableEvent)]])
    expect(await Promise.all([broken, fine, unread].map((id) => usedInMonth(pool, id, MONTH)))).toEqual([1, 0, 1])
  })

  it('is settled in time although more than a batch of older ones cannot be read', async () => {
    const [stuck, businessId] = [newBusiness(), newBusiness()]
    await Promise.all(Array.from({ length: 250 }, () => reserve(pool, newAward(stuck))))
    // The last in any fixed order: by time and by id.
    await reserve(pool, { ...newAward(businessId), awardId: 'ffffffff-ffff-4fff-bfff-ffffffffffff' })
    const partly: Pick<EventStoreGateway, 'readStream'> = {
      readStream: async (stream, ...rest) =>
        stream.startsWith(accountStream(stuck, 1).slice(0, -1))
          ? Promise.reject(new StoreUnavailable(stream))
          : store.readStream(stream, ...rest),
    }
    // The order is random: missing one of 250 in forty rounds is practically impossible.
    for (let round = 0; round < 40 && (await usedInMonth(pool, businessId, MONTH)) > 0; round += 1)
      await settleAbandoned(pool, partly, { afterMs: 0 })
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(0)
    expect(await usedInMonth(pool, stuck, MONTH)).toBe(250)
    await pool.query('DELETE FROM quota_reservations WHERE business_id = $1', [stuck])
  })

  it('is deleted two months after confirmation, not before, in small batches', async () => {
    const [old, recent] = [newBusiness(), newBusiness()]
    const insert = (businessId: number, month: string, state: string, times: number) =>
      pool.query(
        `INSERT INTO quota_reservations (award_id, business_id, month, stream, state, reserved_at, held_since, holds)
         SELECT gen_random_uuid(), $1, $2, 'account-' || $1::int || '.' || n, $3, now(), now(), 1 FROM generate_series(1, $4::int) AS n`,
        [businessId, month, state, times],
      )
    await insert(old, '2025-12', 'confirmed', 1_500)
    await insert(old, '2025-11', 'confirmed', 1_000)
    await insert(old, '2025-12', 'reserved', 1)
    await insert(recent, '2026-01', 'confirmed', 1)
    const deleted: (number | null)[] = []
    const telling = {
      query: async (text: string, values: unknown[]) => {
        const result = await pool.query(text, values)
        if (text.startsWith('DELETE')) deleted.push(result.rowCount)
        return result
      },
    } as Pick<typeof pool, 'query'>
    await settleAbandoned(telling, store, { now: AT })
    expect(deleted).toEqual([1_000, 1_000, 500])
    const { rows } = await pool.query(
      'SELECT business_id AS id, state FROM quota_reservations WHERE business_id = ANY($1) ORDER BY id',
      [[old, recent]],
    )
    expect(rows).toEqual([
      { id: old, state: 'reserved' },
      { id: recent, state: 'confirmed' },
    ])
  })

  it.each([
    ['in another month', '2026-01-10T08:00:00Z'],
    ['a minute before, without a place', '2026-03-10T07:59:00Z'],
  ])('is not the place of the same award recorded %s', async (_, recordedAt) => {
    const businessId = newBusiness()
    const award = newAward(businessId, { limit: 1 })
    await append(store, award, new Date(recordedAt))
    await reserve(pool, award)
    await settleAbandoned(pool, store, { afterMs: 0 })
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(0)
  })

  it('is never lost nor doubled when every third award dies at a random step and several settlers run', async () => {
    const businessId = newBusiness()
    const awards = Array.from({ length: 120 }, () => newAward(businessId, { limit: 40 }))
    const written = new Set<string>()
    await Promise.all(
      awards.map(async (award, index) => {
        const outcome = await reserve(index % 2 === 0 ? pool : otherPool, award)
        if (outcome.kind !== 'reserved' || index % 3 === 0) return
        await append(store, award, outcome.reservedAt)
        written.add(award.awardId)
        if (index % 3 === 1) await confirm(pool, [award.awardId])
      }),
    )
    await Promise.all([settleAbandoned(pool, store, { afterMs: 0 }), settleAbandoned(otherPool, store, { afterMs: 0 })])
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(written.size)

    const toppedUp = await Promise.all(
      Array.from({ length: 120 }, () => reserve(pool, newAward(businessId, { limit: 40 }))),
    )
    expect(reserved(toppedUp)).toBe(40 - written.size)
  })
})

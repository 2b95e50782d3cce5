/** Places and receipts held several times: what a settler may release. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { award } from '#platform/event-store/events-for-tests.ts'
import { settleAbandoned } from '../counter/quota-settle.ts'
import { countAtLeast, releaseUnused, reserve, SETTLE_AFTER_MS, usedInMonth } from '../counter/quota.ts'
import {
  awardLookUp,
  confirmReceipts,
  releaseReceipt,
  reserveReceipt,
  restoreReceipts,
  settleReceipts,
  type AwardLookUp,
} from '../counter/receipts.ts'
import { append, AT, MONTH, newAward, newBusiness, openQuota, type Quota } from '../testing/quota-awards.ts'

let { store, pool, close } = {} as Quota
beforeAll(async () => {
  ;({ store, pool, close } = await openQuota())
})
afterAll(() => close?.())

const missing: AwardLookUp = async () => 'missing'
const stateOf = async (table: 'quota_reservations' | 'receipts', awardId: string) =>
  (await pool.query<{ state: string }>(`SELECT state FROM ${table} WHERE award_id = $1`, [awardId])).rows[0]?.state
/** Shifts the last hold past the settling time. */
const age = (table: 'quota_reservations' | 'receipts', awardId: string) =>
  pool.query(`UPDATE ${table} SET held_since = now() - make_interval(secs => $2) WHERE award_id = $1`, [
    awardId,
    (2 * SETTLE_AFTER_MS) / 1_000,
  ])
const claimOf = (businessId = newBusiness()) => ({ businessId, buyerId: 7, receipt: 'R1', awardId: randomUUID() })

describe('a place of the month', () => {
  it('that a retry has just renewed is not abandoned, however old it is', async () => {
    const place = newAward(newBusiness(), { limit: 1 })
    await reserve(pool, place)
    await age('quota_reservations', place.awardId)
    await reserve(pool, place)
    await settleAbandoned(pool, store)
    expect(await usedInMonth(pool, place.businessId, MONTH)).toBe(1)
  })

  it('is given back also if several attempts held it and all died', async () => {
    const place = newAward(newBusiness(), { limit: 1 })
    for (let attempt = 0; attempt < 3; attempt += 1) await reserve(pool, place)
    await settleAbandoned(pool, store, { afterMs: 0 })
    expect(await usedInMonth(pool, place.businessId, MONTH)).toBe(0)
  })

  it('whose award is written is settled for good: no later round checks it', async () => {
    const place = newAward(newBusiness(), { limit: 1 })
    await reserve(pool, place)
    await append(store, place, AT)
    await settleAbandoned(pool, store, { afterMs: 0, now: AT })
    expect(await stateOf('quota_reservations', place.awardId)).toBe('confirmed')
  })

  it('that is not needed is given back in its own month only', async () => {
    const place = newAward(newBusiness(), { limit: 5 })
    await countAtLeast(pool, place.businessId, '2026-02', 4)
    await reserve(pool, place)
    await releaseUnused(pool, place.awardId, new Date(AT.getTime() + 1))
    expect(await usedInMonth(pool, place.businessId, MONTH)).toBe(1)
    await releaseUnused(pool, place.awardId, AT)
    await releaseUnused(pool, place.awardId, AT)
    expect(await Promise.all(['2026-02', MONTH].map((month) => usedInMonth(pool, place.businessId, month)))).toEqual([
      4, 0,
    ])
  })
})

describe('a receipt', () => {
  it('that a retry has just renewed is not abandoned, however old: it would be awarded twice', async () => {
    const claim = claimOf()
    await reserveReceipt(pool, claim, missing)
    await age('receipts', claim.awardId)
    await reserveReceipt(pool, claim, missing)
    await settleReceipts(pool, missing)
    expect(await stateOf('receipts', claim.awardId)).toBe('reserved')
  })

  it('that is confirmed is not released by a refused award', async () => {
    const claim = claimOf()
    await reserveReceipt(pool, claim, missing)
    await confirmReceipts(pool, [claim.awardId])
    await releaseReceipt(pool, { ...claim, stream: accountStream(claim.businessId, claim.buyerId) })
    expect(await stateOf('receipts', claim.awardId)).toBe('confirmed')
  })

  it('that is confirmed stays taken if its award is missing from the log (decision 36)', async () => {
    const claim = claimOf()
    await reserveReceipt(pool, claim, missing)
    expect(await reserveReceipt(pool, claimOf(claim.businessId), missing)).toBe('unknown')
    await confirmReceipts(pool, [claim.awardId])
    expect(await reserveReceipt(pool, claimOf(claim.businessId), missing)).toBe('taken')
  })

  it('is not taken by a logged award while another has reserved it and may be written: retry later', async () => {
    const [reserved, inTheLog] = [claimOf(), claimOf()]
    await reserveReceipt(pool, reserved, missing)
    expect(await restoreReceipts(pool, [{ ...inTheLog, businessId: reserved.businessId }], missing)).toEqual({
      restored: 0,
      open: 1,
    })
  })

  it('of an award written and voided before its confirmation is settled, and can be taken over', async () => {
    const claim = claimOf()
    await reserveReceipt(pool, claim, missing)
    const written = { ...award(500, claim.awardId), stream: 's', revision: 0, position: 1n, storedAt: AT }
    const voided = {
      ...written,
      type: 'AwardVoided' as const,
      revision: 1,
      data: { awardId: claim.awardId, tenths: 10, reason: 'wrong' },
    }
    const lookUp = awardLookUp(
      { readStream: async () => [written, voided] },
      { onUnreadable: (_award, error) => expect(error).toBeUndefined() },
    )
    expect(await lookUp('s', claim.awardId)).toBe('voided')
    await settleReceipts(
      pool,
      async (stream, awardId) => (awardId === claim.awardId ? lookUp(stream, awardId) : undefined),
      { afterMs: 0 },
    )
    expect(await stateOf('receipts', claim.awardId)).toBe('confirmed')
    expect(await reserveReceipt(pool, claimOf(claim.businessId), lookUpOf(claim.awardId, lookUp))).toHaveProperty(
      'askedAt',
    )
  })
})

const lookUpOf =
  (wanted: string, lookUp: AwardLookUp): AwardLookUp =>
  async (stream, awardId) =>
    awardId === wanted ? lookUp(stream, awardId) : 'missing'

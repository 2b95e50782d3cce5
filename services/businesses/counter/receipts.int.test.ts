import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { StoreUnavailable, UnreadableEvent } from '#ledger/event-store.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import {
  awardLookUp,
  comparableReceipt,
  confirmReceipts,
  releaseReceipt,
  reserveReceipt,
  restoreReceipts,
  settleReceipts,
  type AwardLookUp,
} from './receipts.ts'

const { pool } = await testDatabase({ max: 8 })

let businesses = 100
const claimOf = (more: Partial<{ businessId: number; buyerId: number; receipt: string; awardId: string }> = {}) => ({
  businessId: (businesses += 1),
  buyerId: 7,
  receipt: 'R1',
  awardId: randomUUID(),
  ...more,
})
const missing: AwardLookUp = async () => 'missing'
const written: AwardLookUp = async () => 'written'
const releaseAll = (awardId: string) => pool.query('DELETE FROM receipts WHERE award_id = $1', [awardId])
const held = async (businessId: number) =>
  (
    await pool.query<{ awardId: string; state: string }>(
      'SELECT award_id AS "awardId", state FROM receipts WHERE business_id = $1',
      [businessId],
    )
  ).rows

describe('a receipt', () => {
  it('is compared without spaces, case and invisible characters', () => {
    expect(
      [' ab 12 ', 'AB12', 'ａｂ１２', 'AB\u200b12', '\u2066AB12\u2069', 'AB\u280012'].map(comparableReceipt),
    ).toEqual(['AB12', 'AB12', 'AB12', 'AB12', 'AB12', 'AB12'])
  })

  it('goes to one of many simultaneous awards, and to that one’s retries; the others cannot know yet whether it is written', async () => {
    const first = claimOf()
    const claims = Array.from({ length: 30 }, () => claimOf({ businessId: first.businessId }))
    const outcomes = await Promise.all(claims.map((claim) => reserveReceipt(pool, claim, missing)))
    const winner = outcomes.findIndex((outcome) => typeof outcome === 'object')
    expect(outcomes.filter((outcome) => outcome === 'unknown')).toHaveLength(29)
    const others = claims.filter((_, index) => index !== winner)
    expect(await Promise.all(others.map((claim) => reserveReceipt(pool, claim, written)))).toEqual(
      Array(29).fill('taken'),
    )
    expect(await reserveReceipt(pool, claims[winner]!, missing)).toHaveProperty('askedAt')
    expect(await reserveReceipt(pool, { ...claims[winner]!, receipt: 'R2' }, missing)).toBe('other_receipt')
  })

  it('is held by each of many simultaneous calls for one award: none is told that its key was used', async () => {
    for (let round = 0; round < 200; round += 1) {
      const claim = claimOf()
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => reserveReceipt(pool, claim, missing)))
      expect(outcomes.filter((outcome) => typeof outcome === 'object')).toHaveLength(8)
      // A settling batch draws 200 at random, and other tests' reservations compete.
      await releaseAll(claim.awardId)
    }
  })

  it('belongs to one award on one account: the same award id on another account does not get it, even after a void', async () => {
    const first = claimOf()
    await reserveReceipt(pool, first, missing)
    await confirmReceipts(pool, [first.awardId])
    for (const lookUp of [written, missing, async () => 'voided' as const]) {
      expect(await reserveReceipt(pool, { ...first, buyerId: 8 }, lookUp)).toBe('other_receipt')
    }
    expect(await held(first.businessId)).toEqual([{ awardId: first.awardId, state: 'confirmed' }])
    expect(await reserveReceipt(pool, first, written)).toHaveProperty('askedAt')
  })

  it('is restored from the log’s awards as after the last of them, even if all were voided; repeating changes nothing (decision 36)', async () => {
    const [first, second] = [claimOf(), claimOf()]
    const both = [first, { ...second, businessId: first.businessId }]
    const voided: AwardLookUp = async () => 'voided'
    expect(await restoreReceipts(pool, [both[1]!], voided)).toEqual({ restored: 1, open: 0 })
    expect(await restoreReceipts(pool, both, voided)).toEqual({ restored: 0, open: 0 })
    expect(await held(first.businessId)).toEqual([{ awardId: second.awardId, state: 'confirmed' }])
    const firstVoided: AwardLookUp = async (_stream, awardId) => (awardId === first.awardId ? 'voided' : 'written')
    expect(await restoreReceipts(pool, both, firstVoided)).toEqual({ restored: 0, open: 0 })
    expect(await restoreReceipts(pool, [{ ...first, receipt: 'R2' }, both[1]!], firstVoided)).toEqual({
      restored: 1,
      open: 0,
    })
  })

  it('is given back after a definite refusal, but not while a retry holds it, nor once it is confirmed', async () => {
    const claim = claimOf()
    await reserveReceipt(pool, claim, missing)
    await releaseReceipt(pool, { ...claim, stream: accountStream(claim.businessId, claim.buyerId) })
    expect(await held(claim.businessId)).toEqual([])
    await reserveReceipt(pool, claim, missing)
    await reserveReceipt(pool, claim, missing)
    await releaseReceipt(pool, { ...claim, stream: accountStream(claim.businessId, claim.buyerId) })
    await confirmReceipts(pool, [claim.awardId])
    await releaseReceipt(pool, { ...claim, stream: accountStream(claim.businessId, claim.buyerId) })
    expect(await held(claim.businessId)).toEqual([{ awardId: claim.awardId, state: 'confirmed' }])
  })

  it('is taken over from a voided award, by one of many, and from no other', async () => {
    const first = claimOf()
    await reserveReceipt(pool, first, missing)
    await confirmReceipts(pool, [first.awardId])
    const voided: AwardLookUp = async (_stream, awardId) => (awardId === first.awardId ? 'voided' : 'missing')
    const away: AwardLookUp = async () => undefined
    expect(await reserveReceipt(pool, claimOf({ businessId: first.businessId }), written)).toBe('taken')
    expect(await reserveReceipt(pool, claimOf({ businessId: first.businessId }), away)).toBe('unknown')
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => reserveReceipt(pool, claimOf({ businessId: first.businessId }), voided)),
    )
    expect(outcomes.filter((outcome) => typeof outcome === 'object')).toHaveLength(1)
  })
})

describe('an abandoned receipt', () => {
  it('is settled by the stream: kept if the award is there, given back if not, left if unknown', async () => {
    const [kept, lost, unknown, fresh] = [claimOf(), claimOf(), claimOf(), claimOf()]
    for (const claim of [kept, lost, unknown]) await reserveReceipt(pool, claim, missing)
    const lookUp: AwardLookUp = async (_stream, awardId) => {
      // A retry during the stream read holds it anew.
      if (awardId === fresh.awardId) await reserveReceipt(pool, fresh, missing)
      return awardId === kept.awardId ? 'written' : awardId === unknown.awardId ? undefined : 'missing'
    }
    await reserveReceipt(pool, fresh, missing)
    await settleReceipts(pool, lookUp, { afterMs: 0 })
    expect(await held(kept.businessId)).toMatchObject([{ state: 'confirmed' }])
    expect(await held(lost.businessId)).toEqual([])
    expect(await held(unknown.businessId)).toMatchObject([{ state: 'reserved' }])
    expect(await held(fresh.businessId)).toMatchObject([{ state: 'reserved' }])
  })

  it('is left and reported if its account has an unknown event; others are given back', async () => {
    const [unsettled, lost, later] = [claimOf({ buyerId: 8 }), claimOf(), claimOf({ buyerId: 9 })]
    const claims = [unsettled, lost, later]
    for (const claim of claims) await reserveReceipt(pool, claim, missing)
    const told: [string, unknown][] = []
    const readStream = async (stream: string) => {
      if (stream.endsWith('.8')) throw new UnreadableEvent(stream)
      if (stream.endsWith('.9')) throw new StoreUnavailable(stream)
      return []
    }
    await settleReceipts(pool, awardLookUp({ readStream }, { onUnreadable: (...what) => told.push(what) }), {
      afterMs: 0,
    })
    expect(told).toEqual([[unsettled.awardId, expect.any(UnreadableEvent)]])
    expect((await Promise.all(claims.map(({ businessId }) => held(businessId)))).map(({ length }) => length)).toEqual([
      1, 0, 1,
    ])
  })

  it('is settled in time although more than a batch of older ones cannot be read', async () => {
    const stuck = Array.from({ length: 250 }, () => claimOf())
    await Promise.all(stuck.map((claim) => reserveReceipt(pool, claim, missing)))
    // The last in any fixed order: by time and by id.
    const lost = claimOf({ awardId: 'ffffffff-ffff-4fff-bfff-ffffffffffff' })
    await reserveReceipt(pool, lost, missing)
    const partly: AwardLookUp = async (_stream, awardId) => (awardId === lost.awardId ? 'missing' : undefined)
    // The order is random: missing one of 250 in forty rounds is practically impossible.
    for (let round = 0; round < 40 && (await held(lost.businessId)).length > 0; round += 1)
      await settleReceipts(pool, partly, { afterMs: 0 })
    expect(await held(lost.businessId)).toEqual([])
    await pool.query('DELETE FROM receipts WHERE award_id = ANY($1)', [stuck.map(({ awardId }) => awardId)])
  })

  it('is left alone before it counts as abandoned', async () => {
    const claim = claimOf()
    await reserveReceipt(pool, claim, missing)
    await settleReceipts(pool, missing)
    expect(await held(claim.businessId)).toHaveLength(1)
  })
})

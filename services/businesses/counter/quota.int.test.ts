import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { createQuotaConfirmer } from './quota-confirmer.ts'
import { APPEND_WITHIN_MS, confirm, countAtLeast, mayStillAppend, release, reserve, usedInMonth } from './quota.ts'
import { AT, LIMIT, MONTH, newAward, newBusiness, openQuota, reserved, type Quota } from '../testing/quota-awards.ts'

let { pool, otherPool, close } = {} as Quota
beforeAll(async () => {
  ;({ pool, otherPool, close } = await openQuota())
})
afterAll(() => close?.())

describe('the monthly limit', () => {
  it('lets exactly 10 of 200 parallel awards through at 990 of 1,000, over two processes (H11)', async () => {
    const businessId = newBusiness()
    await countAtLeast(pool, businessId, MONTH, 990)
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => reserve(index % 2 === 0 ? pool : otherPool, newAward(businessId))),
    )
    expect(reserved(outcomes)).toBe(10)
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(LIMIT)
  })

  it('gives one place to one award, however often and from wherever it asks', async () => {
    const businessId = newBusiness()
    const award = newAward(businessId, { limit: 5 })
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        reserve(index % 2 === 0 ? pool : otherPool, { ...award, at: new Date(AT.getTime() + index) }),
      ),
    )
    expect(reserved(outcomes)).toBe(64)
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(1)
    expect(
      new Set(outcomes.map((outcome) => (outcome.kind === 'reserved' ? outcome.reservedAt.getTime() : 0))).size,
    ).toBe(1)
    expect(outcomes.filter((outcome) => outcome.kind === 'reserved' && outcome.fresh)).toHaveLength(1)
  })

  it('lets a retry through at a full month: it has its place', async () => {
    const businessId = newBusiness()
    const award = newAward(businessId, { limit: 1 })
    await reserve(pool, award)
    expect(await reserve(pool, newAward(businessId, { limit: 1 }))).toEqual({ kind: 'limit_reached' })
    expect(await reserve(otherPool, award)).toMatchObject({ kind: 'reserved', fresh: false, reservedAt: AT })
  })

  it('gives the place of an award to no award of the same id on another account, reserved or confirmed (H11)', async () => {
    const businessId = newBusiness()
    const award = newAward(businessId, { limit: 5 })
    const elsewhere = { ...award, stream: accountStream(businessId, 100_000_001) }
    await reserve(pool, award)
    expect(await reserve(pool, elsewhere)).toEqual({ kind: 'other_account' })
    await confirm(pool, [award.awardId])
    expect(await reserve(pool, elsewhere)).toEqual({ kind: 'other_account' })
    expect(await reserve(pool, award)).toMatchObject({ kind: 'reserved', fresh: false })
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(1)
  })

  it('changes month at midnight in Yerevan, which is 20:00 UTC the day before (H10)', async () => {
    const businessId = newBusiness()
    const before = new Date('2026-03-31T19:59:59.999Z')
    const after = new Date('2026-03-31T20:00:00.000Z')
    expect(await reserve(pool, newAward(businessId, { limit: 1, at: before }))).toMatchObject({ kind: 'reserved' })
    expect(await reserve(pool, newAward(businessId, { limit: 1, at: before }))).toEqual({ kind: 'limit_reached' })
    expect(await reserve(pool, newAward(businessId, { limit: 1, at: after }))).toMatchObject({ kind: 'reserved' })
    expect(await usedInMonth(pool, businessId, '2026-03')).toBe(1)
    expect(await usedInMonth(pool, businessId, '2026-04')).toBe(1)
  })

  it('keeps either month’s limit when awards race over midnight, even with differing clocks', async () => {
    const businessId = newBusiness()
    const boundary = new Date('2026-03-31T20:00:00.000Z').getTime()
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const clockAheadMs = index % 2 === 0 ? 0 : 2_000
        return reserve(
          index % 2 === 0 ? pool : otherPool,
          newAward(businessId, { limit: 30, at: new Date(boundary - 2_000 + index * 10 + clockAheadMs) }),
        )
      }),
    )
    expect(reserved(outcomes)).toBe(60)
    for (const outcome of outcomes) {
      if (outcome.kind === 'reserved') expect(['2026-03', '2026-04']).toContain(yerevanMonth(outcome.reservedAt))
    }
    expect(await usedInMonth(pool, businessId, '2026-03')).toBe(30)
    expect(await usedInMonth(pool, businessId, '2026-04')).toBe(30)
  })

  it('keeps the first attempt’s month and time when the retry comes in the next month', async () => {
    const businessId = newBusiness()
    const award = newAward(businessId, { limit: 1, at: new Date('2026-03-31T19:59:59Z') })
    await reserve(pool, award)
    const retry = await reserve(pool, { ...award, at: new Date('2026-03-31T20:00:05Z') })
    expect(retry).toMatchObject({ fresh: false, reservedAt: award.at })
    expect(await usedInMonth(pool, businessId, '2026-04')).toBe(0)
  })

  it('applies a raised or lowered limit from the next award on', async () => {
    const businessId = newBusiness()
    await countAtLeast(pool, businessId, MONTH, 10)
    expect(await reserve(pool, newAward(businessId, { limit: 10 }))).toEqual({ kind: 'limit_reached' })
    expect(await reserve(pool, newAward(businessId, { limit: 11 }))).toMatchObject({ kind: 'reserved' })
    expect(await reserve(pool, newAward(businessId, { limit: 5 }))).toEqual({ kind: 'limit_reached' })
    expect(await reserve(pool, newAward(businessId, { limit: 0 }))).toEqual({ kind: 'limit_reached' })
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(11)
  })

  it('never counts down when awards of a plan without a limit are added', async () => {
    const businessId = newBusiness()
    await countAtLeast(pool, businessId, MONTH, 7)
    await countAtLeast(pool, businessId, MONTH, 3)
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(7)
  })
})

describe('a place', () => {
  it('is free again after a definite refusal, once', async () => {
    const businessId = newBusiness()
    const award = newAward(businessId, { limit: 1 })
    await reserve(pool, award)
    expect(await release(pool, award)).toBe(true)
    expect(await release(pool, award)).toBe(false)
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(0)
    expect(await reserve(pool, newAward(businessId, { limit: 1 }))).toMatchObject({ kind: 'reserved' })
  })

  it('is not given back by one attempt while another attempt of the same award holds it', async () => {
    const businessId = newBusiness()
    const award = newAward(businessId, { limit: 1 })
    await reserve(pool, award)
    await reserve(otherPool, award)
    expect(await release(pool, award)).toBe(false)
    expect(await reserve(pool, newAward(businessId, { limit: 1 }))).toEqual({ kind: 'limit_reached' })
  })

  it('is not given back once it is confirmed', async () => {
    const businessId = newBusiness()
    const award = newAward(businessId, { limit: 1 })
    await reserve(pool, award)
    await confirm(pool, [award.awardId, randomUUID()])
    expect(await release(pool, award)).toBe(false)
    expect(await usedInMonth(pool, businessId, MONTH)).toBe(1)
  })

  it('may be used only for a while: a frozen process notices before it appends', async () => {
    const outcome = await reserve(pool, newAward(newBusiness()))
    if (outcome.kind !== 'reserved') throw new Error('not reserved')
    expect(mayStillAppend(outcome)).toBe(true)
    const { wallMs, monotonicMs } = outcome.askedAt
    expect(mayStillAppend({ askedAt: { wallMs: wallMs - APPEND_WITHIN_MS, monotonicMs } })).toBe(false)
    expect(
      mayStillAppend({ askedAt: { wallMs: wallMs + 3_600_000, monotonicMs: monotonicMs - APPEND_WITHIN_MS } }),
    ).toBe(false)
  })
})

describe('confirming after the answer', () => {
  it('confirms in batches and loses nothing', async () => {
    const businessId = newBusiness()
    const awards = Array.from({ length: 50 }, () => newAward(businessId))
    await Promise.all(awards.map((award) => reserve(pool, award)))
    const confirmer = createQuotaConfirmer(pool, (error) => {
      throw error
    })
    for (const award of awards.slice(0, 30)) confirmer.add(award.awardId)
    await confirmer.drain()
    // A second run, after the first had finished.
    for (const award of awards.slice(30)) confirmer.add(award.awardId)
    await confirmer.drain()
    const { rows } = await pool.query('SELECT DISTINCT state FROM quota_reservations WHERE business_id = $1', [
      businessId,
    ])
    expect(rows).toEqual([{ state: 'confirmed' }])
  })
})

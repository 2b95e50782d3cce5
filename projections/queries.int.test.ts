import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../infra/testing/servers/test-database.ts'
import { buyersPage } from './account-balances/buyers-page.ts'
import { balancesOfBuyer, balancesOfBuyers } from './account-balances/queries.ts'
import { readModels } from './all.ts'
import { statsOfBusiness } from './business-stats/queries.ts'
import { monthOfBusiness } from './monthly-transactions/queries.ts'
import { recentAwards } from './movements/queries.ts'
import { redemptionByCode, redemptionById, redemptionsOfBuyer } from './redemptions/queries.ts'
import { createCatchUp } from './runtime/catch-up/catch-up.ts'
import { arrayLog, History } from './testing/history.ts'

const CAFE = 11
const BOOKS = 12
const [ANI, DAVIT, GOR, LIA, ARA] = [101, 102, 103, 104, 105] as const
const at = (businessId: number, buyerId: number) => ({ businessId, buyerId })

const { pool } = await testDatabase()
const history = new History()
const ids: Record<'first' | 'voided' | 'used' | 'cancelled' | 'pending', string> = {
  first: '',
  voided: '',
  used: '',
  cancelled: '',
  pending: '',
}

beforeAll(async () => {
  const inJanuary = new Date('2026-01-31T19:59:59.999Z')
  const inFebruary = new Date('2026-01-31T20:00:00.000Z')
  ids.first = history.award(at(CAFE, ANI), 12_550, { at: inJanuary, receipt: '№ 17' })
  history.award(at(CAFE, DAVIT), 2_500, { at: inFebruary, onBehalfOf: 5, happenedAt: new Date('2026-01-31T10:00:00Z') })
  ids.voided = history.award(at(CAFE, DAVIT), 99, { at: inFebruary })
  history.void(at(CAFE, DAVIT), ids.voided, { at: inFebruary })
  history.award(at(CAFE, GOR), 900, { at: inFebruary })
  history.award(at(BOOKS, ANI), 500)
  history.award(at(CAFE, LIA), 600, { at: inFebruary })
  history.close(at(CAFE, LIA))
  ids.used = history.redeem(at(CAFE, ANI), 100, 'Սուրճ')
  history.use(at(CAFE, ANI), ids.used)
  ids.cancelled = history.redeem(at(CAFE, ANI), 50)
  history.cancel(at(CAFE, ANI), ids.cancelled)
  ids.pending = history.redeem(at(BOOKS, ANI), 5)
  for (const [business, amd] of [
    [21, 50],
    [22, 1_500],
    [23, 250],
    [24, 1_500],
  ] as const)
    history.award(at(business, ARA), amd)
  await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
})

describe('balances', () => {
  it('of a buyer include every business with an account, even at 0 (H7)', async () => {
    expect(await balancesOfBuyer(pool, ANI)).toEqual([
      { businessId: CAFE, balanceTenths: 151 },
      { businessId: BOOKS, balanceTenths: 5 },
    ])
    expect(await balancesOfBuyer(pool, 999)).toEqual([])
  })

  it('of a buyer come with the most points first', async () => {
    expect(
      (await balancesOfBuyer(pool, ARA)).map(({ businessId, balanceTenths }) => [businessId, balanceTenths]),
    ).toEqual([
      [22, 30],
      [24, 30],
      [23, 5],
      [21, 1],
    ])
  })

  it('of a business are paged, without closed accounts', async () => {
    const page = (more: Partial<Parameters<typeof buyersPage>[2]> = {}) =>
      buyersPage(pool, CAFE, { sort: 'id', order: 'asc', limit: 2, ...more })
    const first = await page()
    expect(first?.lines).toMatchObject([
      { buyerId: ANI, balanceTenths: 151 },
      { buyerId: DAVIT, balanceTenths: 50 },
    ])
    expect(await page({ cursor: first?.next ?? '' })).toMatchObject({
      lines: [{ buyerId: GOR, balanceTenths: 18 }],
      next: undefined,
    })
  })

  it('of a business come by points too', async () => {
    const page = await buyersPage(pool, CAFE, { sort: 'points', order: 'desc', limit: 10 })
    expect(page?.lines.map(({ buyerId }) => buyerId)).toEqual([ANI, DAVIT, GOR])
  })

  it('of single accounts say which are closed, and omit buyers without an account', async () => {
    expect(await balancesOfBuyers(pool, CAFE, [ANI, LIA])).toEqual(
      new Map([
        [ANI, { balanceTenths: 151, closed: false }],
        [LIA, { balanceTenths: 0, closed: true }],
      ]),
    )
    expect(await balancesOfBuyers(pool, BOOKS, [DAVIT])).toEqual(new Map())
  })
})

describe('movements', () => {
  it('hold what each event moved and the balance after it', async () => {
    const { rows } = await pool.query(
      'SELECT type, delta_tenths AS delta, balance_tenths AS balance FROM read.movements WHERE business_id = $1 AND buyer_id = $2 ORDER BY position',
      [CAFE, ANI],
    )
    expect(rows).toEqual([
      { type: 'PointsAwarded', delta: 251, balance: 251 },
      { type: 'PerkRedeemed', delta: -100, balance: 151 },
      { type: 'PerkRedeemed', delta: -50, balance: 101 },
      { type: 'PointsRefunded', delta: 50, balance: 151 },
    ])
  })

  it('say what was paid, by which rule, on whose behalf, and the event time if it differs', async () => {
    const awards = await recentAwards(pool, CAFE, { limit: 10 })
    expect(awards.find(({ buyerId }) => buyerId === ANI)).toMatchObject({
      awardId: ids.first,
      amountAmd: 12_550,
      rule: 'floor-50/1',
      receipt: '№ 17',
      actorRole: 'business',
      onBehalfOf: null,
    })
    const moments = { happenedAt: new Date('2026-01-31T10:00:00Z'), recordedAt: new Date('2026-01-31T20:00:00Z') }
    expect(awards.findLast(({ buyerId }) => buyerId === DAVIT)).toMatchObject({ onBehalfOf: 5, ...moments })
  })

  it('that are awards come newest first for a business, and say which were voided', async () => {
    const awards = await recentAwards(pool, CAFE, { limit: 4 })
    expect(awards.map(({ buyerId, voidReason }) => [buyerId, voidReason])).toEqual([
      [LIA, null],
      [GOR, null],
      [DAVIT, 'wrong amount'],
      [DAVIT, null],
    ])
    expect(awards[2]?.voidedAt).toBeInstanceOf(Date)
    const next = await recentAwards(pool, CAFE, { limit: 4, beforePosition: awards.at(-1)?.position ?? '' })
    expect(next.map(({ buyerId }) => buyerId)).toEqual([ANI])
  })
})

describe('redemptions', () => {
  it('of a buyer are all pending ones and the newest used ones, with what they cost then; cancelled ones stay away (C13)', async () => {
    const rows = await redemptionsOfBuyer(pool, ANI, { used: 10 })
    expect(rows.map(({ redemptionId, state, costTenths }) => [redemptionId, state, costTenths])).toEqual([
      [ids.pending, 'pending', 5],
      [ids.used, 'used', 100],
    ])
    expect(await redemptionById(pool, ids.cancelled)).toMatchObject({ state: 'cancelled', costTenths: 50 })
    expect(await redemptionsOfBuyer(pool, ANI, { used: 0 })).toHaveLength(1)
  })

  it('are found by code at their own business only, and by id', async () => {
    const pending = await redemptionById(pool, ids.pending)
    expect(pending).toMatchObject({
      businessId: BOOKS,
      buyerId: ANI,
      state: 'pending',
      usedAt: null,
      cancelledAt: null,
    })
    expect(await redemptionByCode(pool, BOOKS, pending?.code ?? '')).toEqual(pending)
    expect(await redemptionByCode(pool, CAFE, pending?.code ?? '')).toBeUndefined()
    expect(await redemptionById(pool, '00000000-0000-4000-8000-000000000000')).toBeUndefined()
  })

  it('that were used say when', async () => {
    const used = await redemptionById(pool, ids.used)
    expect(used).toMatchObject({ perkName: 'Սուրճ', state: 'used', cancelledAt: null })
    expect(used?.usedAt).toBeInstanceOf(Date)
  })
})

describe('totals', () => {
  it('issued are awards minus voids; a cancelled redemption issues nothing (H8)', async () => {
    expect(await statsOfBusiness(pool, CAFE)).toEqual({
      buyers: 3,
      issuedTenths: 251 + 50 + 1 - 1 + 18 + 12,
      redeemedTenths: 150,
      refundedTenths: 50,
      forfeitedTenths: 12,
    })
    expect(await statsOfBusiness(pool, 999)).toEqual({
      buyers: 0,
      issuedTenths: 0,
      redeemedTenths: 0,
      refundedTenths: 0,
      forfeitedTenths: 0,
    })
  })

  it('of a month turn at midnight in Yerevan, and a voided award still counts as one (H10)', async () => {
    expect(await monthOfBusiness(pool, CAFE, '2026-01')).toEqual({ awards: 1, awardedTenths: 251, voidedTenths: 0 })
    expect(await monthOfBusiness(pool, CAFE, '2026-02')).toEqual({
      awards: 4,
      awardedTenths: 50 + 1 + 18 + 12,
      voidedTenths: 1,
    })
    expect(await monthOfBusiness(pool, CAFE, '2026-03')).toEqual({ awards: 0, awardedTenths: 0, voidedTenths: 0 })
  })
})

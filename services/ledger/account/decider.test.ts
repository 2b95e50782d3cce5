import { describe, expect, it } from 'vitest'
import { VOID_WINDOW_MS } from '#contracts/calls/counter.ts'
import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { ASKED, given, idOf, NOON, stateAfter, type Past } from '../testing.ts'

const AWARD = idOf(11)
const REDEMPTION = idOf(12)
const OTHER_REDEMPTION = idOf(13)

const awarded = (tenths: number, awardId = AWARD): LedgerEvent => ({
  type: 'PointsAwarded',
  data: { awardId, amountAmd: tenths * 50, tenths, rule: 'floor-50/1' },
})
const redeemed = (costTenths: number, redemptionId = REDEMPTION): LedgerEvent => ({
  type: 'PerkRedeemed',
  data: { redemptionId, code: 'ABCD2345', perkId: 3, perkName: 'Coffee', costTenths },
})
const used: LedgerEvent = { type: 'RedemptionUsed', data: { redemptionId: REDEMPTION } }
const cancelled: LedgerEvent[] = [
  { type: 'RedemptionCancelled', data: { redemptionId: REDEMPTION, reason: 'changed my mind' } },
  { type: 'PointsRefunded', data: { redemptionId: REDEMPTION, tenths: 40 } },
]
const closed: Past[] = [awarded(100), { type: 'AccountClosed', data: { forfeitedTenths: 100 } }]
const coffee = { type: 'RedeemPerk', perkId: 3, perkName: 'Coffee', costTenths: 40, code: 'ABCD2345' } as const

describe('Awarding points', () => {
  it('gives floor(amount / 50) tenths under the current rule (H1)', () => {
    given()
      .when({ type: 'AwardPoints', amountAmd: 1249, receipt: 'R-17' })
      .then({
        type: 'PointsAwarded',
        data: { awardId: ASKED, amountAmd: 1249, tenths: 24, rule: 'floor-50/1', receipt: 'R-17' },
      })
  })

  it.each([49, 0, -50, 50.5, Number.NaN, 100_000_001])('refuses an amount of %s AMD (C10, H2)', (amountAmd) => {
    given().when({ type: 'AwardPoints', amountAmd }).thenRefused('invalid_input')
  })

  it('refuses an award that would exceed the largest balance', () => {
    given(awarded(9_999_999_999)).when({ type: 'AwardPoints', amountAmd: 50 }).thenRefused('invalid_input')
    given(awarded(9_999_999_998)).when({ type: 'AwardPoints', amountAmd: 50 }).then(awarded(1, ASKED))
  })
})

describe('Redeeming a perk', () => {
  it('takes the cost and records the name and cost of that moment (R232)', () => {
    given(awarded(40)).when(coffee).then(redeemed(40, ASKED))
  })

  it('uses the redemption id passed in: the same key at another business names another redemption', () => {
    given(awarded(40))
      .when({ ...coffee, redemptionId: REDEMPTION })
      .then(redeemed(40))
  })

  it('is refused when the balance is a tenth short', () => {
    given(awarded(39)).when(coffee).thenRefused('insufficient_points')
  })

  it('cannot spend points that were voided', () => {
    given(awarded(40), { type: 'AwardVoided', data: { awardId: AWARD, tenths: 40, reason: 'typing error' } })
      .when(coffee)
      .thenRefused('insufficient_points')
  })

  it.each([0, -10, 0.5])('is refused at a cost of %s tenths', (costTenths) => {
    given(awarded(100))
      .when({ ...coffee, costTenths })
      .thenRefused('invalid_input')
  })
})

describe('Using a redemption', () => {
  const use = { type: 'UseRedemption', redemptionId: REDEMPTION } as const

  it('succeeds once', () => {
    given(awarded(100), redeemed(40)).when(use).then(used)
    given(awarded(100), redeemed(40), used).when(use).thenRefused('redemption_used')
  })

  it('is refused for a cancelled redemption and for an unknown one', () => {
    given(awarded(100), redeemed(40), ...cancelled)
      .when(use)
      .thenRefused('redemption_cancelled')
    given(awarded(100)).when(use).thenRefused('redemption_not_found')
  })
})

describe('Cancelling a redemption', () => {
  const cancel = { type: 'CancelRedemption', redemptionId: REDEMPTION, reason: 'changed my mind' } as const

  it('refunds its cost in the same append (R231, C13)', () => {
    given(awarded(100), redeemed(40))
      .when(cancel)
      .then(...cancelled)
    expect(stateAfter([awarded(100), redeemed(40), ...cancelled]).balanceTenths).toBe(100)
  })

  it('is refused the second time, after use, and for an unknown redemption', () => {
    given(awarded(100), redeemed(40), ...cancelled)
      .when(cancel)
      .thenRefused('redemption_cancelled')
    given(awarded(100), redeemed(40), used).when(cancel).thenRefused('redemption_used')
    given().when(cancel).thenRefused('redemption_not_found')
  })
})

describe('Voiding an award', () => {
  const voiding = (hoursLater: number, byAdmin = false) =>
    ({
      type: 'VoidAward',
      awardId: AWARD,
      reason: 'wrong buyer',
      nowMs: NOON + hoursLater * 3_600_000,
      byAdmin,
    }) as const
  const voided: LedgerEvent = { type: 'AwardVoided', data: { awardId: AWARD, tenths: 100, reason: 'wrong buyer' } }

  it('takes back the whole award within 24 hours (H4)', () => {
    given({ ...awarded(100), atMs: NOON })
      .when(voiding(24))
      .then(voided)
    expect(stateAfter([awarded(100), voided]).balanceTenths).toBe(0)
  })

  it('is too late for the business afterwards, not for an administrator (H4)', () => {
    const past = { ...awarded(100), atMs: NOON }
    given(past)
      .when({ ...voiding(0), nowMs: NOON + VOID_WINDOW_MS + 1 })
      .thenRefused('void_too_late')
    given(past)
      .when(voiding(24 * 400, true))
      .then(voided)
  })

  it('is refused when even a tenth of the points is spent (H3)', () => {
    given(awarded(100), redeemed(1)).when(voiding(1)).thenRefused('void_would_overdraw')
  })

  it('is refused the second time, and for an award of another account', () => {
    given(awarded(100), awarded(100, idOf(14)), voided)
      .when(voiding(1))
      .thenRefused('award_already_voided')
    given(awarded(100, idOf(14)))
      .when(voiding(1))
      .thenRefused('award_not_found')
  })
})

describe('Correcting an award', () => {
  const correct = (amountAmd: number, hoursLater = 1) =>
    ({
      type: 'CorrectAward',
      awardId: AWARD,
      amountAmd,
      reason: 'typing error',
      nowMs: NOON + hoursLater * 3_600_000,
    }) as const
  const corrected = (amountAmd: number, differenceTenths: number, missingTenths = 0): LedgerEvent => ({
    type: 'AwardCorrected',
    data: {
      awardId: AWARD,
      amountAmd,
      tenths: Math.floor(amountAmd / 50),
      rule: 'floor-50/1',
      differenceTenths,
      missingTenths,
      reason: 'typing error',
    },
  })

  it('moves the difference, up or down', () => {
    given(awarded(100)).when(correct(500)).then(corrected(500, -90))
    given(awarded(100)).when(correct(50_000)).then(corrected(50_000, 900))
    expect(stateAfter([awarded(100), corrected(500, -90)]).balanceTenths).toBe(10)
  })

  it('takes what the balance covers and says how much is missing, never below zero (H3)', () => {
    given(awarded(100), redeemed(40))
      .when(correct(500))
      .then(corrected(500, -60, 30))
    given(awarded(100), redeemed(100))
      .when(correct(500))
      .then(corrected(500, 0, 90))
  })

  it('takes what was missing with the next correction', () => {
    given(awarded(100), redeemed(40), corrected(500, -60, 30), awarded(80, idOf(14)))
      .when(correct(500))
      .then(corrected(500, -30))
  })

  it('keeps an amount that earns the same, and refuses one that changes nothing', () => {
    given(awarded(100)).when(correct(5_001)).then(corrected(5_001, 0))
    given(awarded(100)).when(correct(5_000)).thenRefused('award_unchanged')
  })

  it('is too late after 24 hours, and refused for an award that was voided or is unknown (H4)', () => {
    given(awarded(100)).when(correct(500, 24)).then(corrected(500, -90))
    given(awarded(100)).when(correct(500, 25)).thenRefused('correction_too_late')
    given(awarded(100), { type: 'AwardVoided', data: { awardId: AWARD, tenths: 100, reason: 'wrong buyer' } })
      .when(correct(500))
      .thenRefused('award_already_voided')
    given(awarded(100, idOf(14)))
      .when(correct(500))
      .thenRefused('award_not_found')
  })

  it.each([49, 0, 100.5, 100_000_000])('refuses an amount of %s AMD (H2)', (amountAmd) => {
    given(awarded(100)).when(correct(amountAmd)).thenRefused('invalid_input')
  })

  it('is followed by a void of what the award then holds', () => {
    const voiding = { type: 'VoidAward', awardId: AWARD, reason: 'wrong buyer', nowMs: NOON, byAdmin: false } as const
    given(awarded(100), corrected(500, -90))
      .when(voiding)
      .then({ type: 'AwardVoided', data: { awardId: AWARD, tenths: 10, reason: 'wrong buyer' } })
    given(awarded(100), redeemed(40), corrected(500, -60, 30))
      .when(voiding)
      .thenRefused('void_would_overdraw')
  })
})

describe('Reopening a redemption', () => {
  const reopen = (hoursLater = 1) =>
    ({
      type: 'ReopenRedemption',
      redemptionId: REDEMPTION,
      reason: 'wrong perk',
      nowMs: NOON + hoursLater * 3_600_000,
    }) as const
  const reopened: LedgerEvent = { type: 'RedemptionReopened', data: { redemptionId: REDEMPTION, reason: 'wrong perk' } }
  const use = { type: 'UseRedemption', redemptionId: REDEMPTION } as const

  it('makes a used code pending again, which can then be used or cancelled', () => {
    given(awarded(100), redeemed(40), used).when(reopen()).then(reopened)
    given(awarded(100), redeemed(40), used, reopened).when(use).then(used)
    given(awarded(100), redeemed(40), used, reopened)
      .when({ type: 'CancelRedemption', redemptionId: REDEMPTION, reason: 'changed my mind' })
      .then(...cancelled)
    expect(stateAfter([awarded(100), redeemed(40), used, reopened]).balanceTenths).toBe(60)
  })

  it('is possible within 24 hours of the last use', () => {
    given(awarded(100), redeemed(40), used).when(reopen(24)).then(reopened)
    given(awarded(100), redeemed(40), used).when(reopen(25)).thenRefused('reopen_too_late')
    given(awarded(100), redeemed(40), used, reopened, { ...used, atMs: NOON + 3_600_000 })
      .when(reopen(25))
      .then(reopened)
  })

  it('is refused for a code that is pending, cancelled or unknown', () => {
    given(awarded(100), redeemed(40)).when(reopen()).thenRefused('redemption_not_used')
    given(awarded(100), redeemed(40), used, reopened).when(reopen()).thenRefused('redemption_not_used')
    given(awarded(100), redeemed(40), ...cancelled)
      .when(reopen())
      .thenRefused('redemption_cancelled')
    given().when(reopen()).thenRefused('redemption_not_found')
  })
})

describe('Closing an account', () => {
  it('cancels and refunds pending redemptions, then forfeits the balance (H25)', () => {
    given(awarded(100), redeemed(40), redeemed(25, OTHER_REDEMPTION), used)
      .when({ type: 'CloseAccount' })
      .then(
        { type: 'RedemptionCancelled', data: { redemptionId: OTHER_REDEMPTION, reason: 'account closed' } },
        { type: 'PointsRefunded', data: { redemptionId: OTHER_REDEMPTION, tenths: 25 } },
        { type: 'AccountClosed', data: { forfeitedTenths: 60 } },
      )
  })

  it('works on an account without events', () => {
    given()
      .when({ type: 'CloseAccount' })
      .then({ type: 'AccountClosed', data: { forfeitedTenths: 0 } })
  })

  it.each([
    { type: 'AwardPoints', amountAmd: 500 },
    coffee,
    { type: 'UseRedemption', redemptionId: REDEMPTION },
    { type: 'CancelRedemption', redemptionId: REDEMPTION, reason: 'late' },
    { type: 'VoidAward', awardId: AWARD, reason: 'late', nowMs: NOON, byAdmin: true },
    { type: 'CorrectAward', awardId: AWARD, amountAmd: 500, reason: 'late', nowMs: NOON },
    { type: 'ReopenRedemption', redemptionId: REDEMPTION, reason: 'late', nowMs: NOON },
    { type: 'CloseAccount' },
  ] as const)('refuses $type afterwards', (command) => {
    given(...closed)
      .when(command)
      .thenRefused('account_closed')
    expect(stateAfter(closed).balanceTenths).toBe(0)
  })
})

describe("Merging a card's points (decision 53)", () => {
  const out: LedgerEvent = { type: 'PointsMergedOut', data: { mergeId: idOf(30), toId: 8, tenths: 100 } }

  it('takes all that stands on the card, also nothing', () => {
    given(awarded(100))
      .when({ type: 'MergePointsOut', toId: 8 })
      .then({ type: 'PointsMergedOut', data: { mergeId: ASKED, toId: 8, tenths: 100 } })
    given()
      .when({ type: 'MergePointsOut', toId: 8 })
      .then({ type: 'PointsMergedOut', data: { mergeId: ASKED, toId: 8, tenths: 0 } })
  })

  it("ends the card's account, so that an award arriving later goes to the person's", () => {
    given(awarded(100), out).when({ type: 'AwardPoints', amountAmd: 5_000 }).thenRefused('account_closed')
    given(awarded(100), out)
      .when({ type: 'VoidAward', awardId: AWARD, reason: 'x', nowMs: NOON, byAdmin: false })
      .thenRefused('account_closed')
    given(awarded(100), out).when({ type: 'MergePointsOut', toId: 9 }).thenRefused('account_closed')
  })

  it("adds the card's points to a new account and to a full one, but not to a closed one", () => {
    const merge = { type: 'MergePointsIn', mergeId: idOf(30), fromId: 9, tenths: 100 } as const
    const arrived: LedgerEvent = { type: 'PointsMergedIn', data: { mergeId: idOf(30), fromId: 9, tenths: 100 } }
    given().when(merge).then(arrived)
    given(awarded(9_999_999_999)).when(merge).then(arrived)
    given(...closed)
      .when(merge)
      .thenRefused('account_closed')
  })

  it.each([0, -1, 0.5, Number.NaN])('refuses to add %s tenths', (tenths) => {
    given()
      .when({ type: 'MergePointsIn', mergeId: idOf(30), fromId: 9, tenths })
      .thenRefused('invalid_input')
  })
})

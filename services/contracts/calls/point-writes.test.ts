import { expect, it } from 'vitest'
import { awardPointsSchema, verifyRedemptionSchema } from './business.ts'
import { redeemSchema } from './buyer.ts'
import { correctAwardSchema, reopenRedemptionSchema, voidAwardSchema } from './counter.ts'
import { amountAmdSchema } from '../units/points.ts'

const WRITES = [
  ['award-points', awardPointsSchema, { buyerId: 'SC8713', amountSpent: 1000 }],
  ['redeem', redeemSchema, { perkId: 7, pointsRequired: 1.5 }],
  ['verify-redemption', verifyRedemptionSchema, { redemptionCode: 'GATA2345' }],
  ['void', voidAwardSchema, { reason: 'wrong amount' }],
  ['correct', correctAwardSchema, { amountSpent: 500, reason: 'wrong amount' }],
  ['reopen', reopenRedemptionSchema, { reason: 'wrong perk' }],
] as const

it.each(WRITES)('%s refuses an unknown field, because points would move without it', (_name, schema, body) => {
  expect(schema.safeParse(body).success).toBe(true)
  for (const extra of [
    { dryRun: true },
    { reciept: 'A1' },
    { happendAt: '2026-11-27T10:00:00Z' },
    { amountSpent1: 1000 },
  ]) {
    const issues = schema.safeParse({ ...body, ...extra }).error?.issues.map(({ message }) => message)
    expect(issues).toEqual(['Unknown field'])
  }
})

it('a void refuses an amount, because it takes back the whole award', () => {
  expect(voidAwardSchema.safeParse({ reason: 'wrong amount', amountSpent: 1000 }).success).toBe(false)
})

it('amounts from 100,000,000 AMD on are too large, however many digits they have (H2)', () => {
  expect(amountAmdSchema.parse('99999999')).toBe(99_999_999)
  for (const amount of ['100000000', 1e8, '9007199254740992', 2 ** 53, '9'.repeat(30), 1e21, 1e300]) {
    expect(amountAmdSchema.safeParse(amount).error?.issues[0]?.message).toBe('Amount is too large')
  }
  for (const amount of [50.9, -1e21, '1e21', Number.NaN]) expect(amountAmdSchema.safeParse(amount).success).toBe(false)
})

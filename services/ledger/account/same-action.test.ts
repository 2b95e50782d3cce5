import { describe, expect, it } from 'vitest'
import { canonicalText } from '#contracts/verify/canonical.ts'
import { idOf, NOON, play } from '../testing.ts'
import { inputOf, type AccountCommand } from './decider.ts'

const award = { type: 'AwardPoints', amountAmd: 500, receipt: 'R-17' } as const
const coffee = {
  type: 'RedeemPerk',
  redemptionId: idOf(20),
  perkId: 3,
  perkName: 'Coffee',
  costTenths: 40,
  code: 'ABCD2345',
} as const
const use = { type: 'UseRedemption', redemptionId: idOf(20) } as const
const cancel = { type: 'CancelRedemption', redemptionId: idOf(20), reason: 'changed my mind' } as const
const voiding = { type: 'VoidAward', awardId: idOf(21), reason: 'wrong buyer', nowMs: NOON, byAdmin: false } as const

const correction = {
  type: 'CorrectAward',
  awardId: idOf(21),
  amountAmd: 500,
  reason: 'zero too many',
  nowMs: NOON,
} as const
const reopening = { type: 'ReopenRedemption', redemptionId: idOf(20), reason: 'wrong perk', nowMs: NOON } as const

const inputIn = (command: AccountCommand) => canonicalText(inputOf(command))

describe('A repeated idempotency key', () => {
  it.each<[said: string, first: AccountCommand, again: AccountCommand]>([
    ['another amount', award, { ...award, amountAmd: 550 }],
    ['another receipt', award, { ...award, receipt: 'R-18' }],
    ['no receipt', award, { type: 'AwardPoints', amountAmd: 500 }],
    ['another perk', coffee, { ...coffee, perkId: 4 }],
    ['another code that is used', use, { ...use, redemptionId: idOf(22) }],
    ['another redemption that is cancelled', cancel, { ...cancel, redemptionId: idOf(22) }],
    ['another reason for a cancellation', cancel, { ...cancel, reason: 'too late' }],
    ['another award that is called back', voiding, { ...voiding, awardId: idOf(22) }],
    ['another reason for calling it back', voiding, { ...voiding, reason: 'wrong amount' }],
    ['another award that is corrected', correction, { ...correction, awardId: idOf(22) }],
    ['another corrected amount', correction, { ...correction, amountAmd: 550 }],
    ['another reason for the correction', correction, { ...correction, reason: 'returned' }],
    ['another redemption that is reopened', reopening, { ...reopening, redemptionId: idOf(22) }],
    ['another reason for reopening', reopening, { ...reopening, reason: 'wrong code' }],
    ['another command about the same', use, { ...cancel, redemptionId: use.redemptionId }],
  ])('with %s is another action', (_said, first, again) => expect(inputIn(again)).not.toBe(inputIn(first)))

  it.each<[said: string, first: AccountCommand, again: AccountCommand]>([
    [
      'another code, cost and name of the perk by then',
      coffee,
      { ...coffee, redemptionId: idOf(23), code: 'WXYZ6789', costTenths: 55, perkName: 'Large coffee' },
    ],
    ['another moment and another who may', voiding, { ...voiding, nowMs: NOON + 1, byAdmin: true }],
    ['another moment of a correction', correction, { ...correction, nowMs: NOON + 1 }],
    ['another moment of reopening', reopening, { ...reopening, nowMs: NOON + 1 }],
  ])('with %s is the same action: the server adds these, the caller does not send them', (_said, first, again) =>
    expect(inputIn(again)).toBe(inputIn(first)),
  )

  it('replays all its events, and the balance of that time', () => {
    const history = [
      { id: 1, command: { type: 'AwardPoints', amountAmd: 5_000 } },
      { id: 2, command: coffee },
      { id: 3, command: cancel },
      { id: 4, command: { type: 'AwardPoints', amountAmd: 50 } },
      { id: 3, command: cancel },
    ] as const
    const { verdicts } = play(history, 1)
    expect(verdicts.at(-1)).toMatchObject({
      kind: 'recalled',
      seen: { events: [{ type: 'RedemptionCancelled' }, { type: 'PointsRefunded' }], balanceAfterTenths: 100 },
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { businessStatusSchema, type BusinessStatus } from '#contracts/calls/account/session.ts'
import { isInTrial } from '#contracts/pages/trial.ts'
import { isEntitled, statusAfter, type StatusAction } from './status.ts'

const STATUSES = businessStatusSchema.options
const ACTIONS: StatusAction[] = ['approve', 'reject', 'suspend', 'reinstate', 'expire', 'pay', 'close']
const step = fc.record({ action: fc.constantFrom(...ACTIONS), entitled: fc.boolean() })

/** Statuses after each action; refused ones have no effect. */
function life(steps: readonly { action: StatusAction; entitled: boolean }[]) {
  let status: BusinessStatus = 'pending'
  return steps.map(({ action, entitled }) => {
    const before = status
    const after = statusAfter(before, action, { entitled })
    status = after ?? before
    return { before, action, entitled, refused: after === undefined, after: status }
  })
}

describe('the status of a business (H22)', () => {
  it('knows these transitions and no others', () => {
    const allowed = STATUSES.flatMap((status) =>
      ACTIONS.flatMap((action) =>
        [true, false].flatMap((entitled) => {
          const after = statusAfter(status, action, { entitled })
          return after === undefined || action === 'close'
            ? []
            : [`${status} ${action}${entitled ? '' : ' without a right'} -> ${after}`]
        }),
      ),
    )
    expect(allowed).toEqual([
      'pending approve -> active',
      'pending approve without a right -> active',
      'pending reject -> rejected',
      'pending reject without a right -> rejected',
      'active suspend -> suspended',
      'active suspend without a right -> suspended',
      'active expire without a right -> trial_expired',
      'active pay -> active',
      'active pay without a right -> active',
      'suspended reinstate -> active',
      'suspended reinstate without a right -> trial_expired',
      'trial_expired suspend -> suspended',
      'trial_expired suspend without a right -> suspended',
      'trial_expired pay -> active',
      'trial_expired pay without a right -> active',
    ])
  })

  it('can be closed from every other, once', () => {
    const closed = STATUSES.filter((status) => statusAfter(status, 'close', { entitled: true }) === 'closed')
    expect(closed).toEqual(STATUSES.filter((status) => status !== 'closed'))
  })

  it('in any order: a suspension ends only by hand, an expired business returns by payment or by hand, a closed one never', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const turns = life(steps)
        for (const [index, { before, action, entitled, refused, after }] of turns.entries()) {
          if (refused) expect(after).toBe(before)
          if (before === 'closed') expect(after).toBe('closed')
          if (before === 'rejected') expect(['rejected', 'closed']).toContain(after)
          if (before === 'suspended' && after !== 'suspended') expect(['reinstate', 'close']).toContain(action)
          if (before === 'trial_expired' && after === 'active') expect(action).toBe('pay')
          if (after === 'trial_expired' && before !== 'trial_expired') expect(entitled).toBe(false)
          if (before === 'pending' && after === 'active') expect(action).toBe('approve')
          // Only approved businesses become active.
          if (after === 'active')
            expect(turns.slice(0, index + 1).some((turn) => turn.action === 'approve' && !turn.refused)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('a trial entitles to its last second, a paid plan to its end, an open-ended one for ever; a trial no longer counts after a purchase', () => {
    const at = new Date('2026-11-20T19:59:59Z')
    const none = { trialEndDate: null, periodStart: null, periodEnd: null }
    const later = new Date(at.getTime() + 1)
    expect(isEntitled(none, at)).toBe(false)
    expect(isEntitled({ ...none, trialEndDate: later }, at)).toBe(true)
    expect(isEntitled({ ...none, trialEndDate: at }, at)).toBe(false)
    expect(isEntitled({ ...none, periodStart: at }, at)).toBe(true)
    expect(isEntitled({ ...none, periodStart: at, periodEnd: at, trialEndDate: later }, at)).toBe(false)
    expect(isEntitled({ ...none, periodStart: at, periodEnd: later }, at)).toBe(true)
    expect(isEntitled({ ...none, periodStart: later, trialEndDate: later }, at)).toBe(true)
    expect(isEntitled({ ...none, periodStart: later, trialEndDate: at }, at)).toBe(true)
  })

  it('a running trial entitles, whatever is bought for later: both are not needed (H23)', () => {
    const moment = fc.option(
      fc.date({ min: new Date('2026-11-01T00:00:00Z'), max: new Date('2026-11-30T00:00:00Z'), noInvalidDate: true }),
    )
    const business = fc.record({ trialEndDate: moment, periodStart: moment, periodEnd: moment })
    fc.assert(
      fc.property(
        business,
        (dates) =>
          !isInTrial(dates, new Date('2026-11-15T00:00:00Z')) || isEntitled(dates, new Date('2026-11-15T00:00:00Z')),
      ),
      { numRuns: 500 },
    )
  })
})

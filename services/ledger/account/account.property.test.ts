import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idOf, NOON, play } from '../testing.ts'
import { lookUp, valuesOf } from '../persistent-map.ts'
import type { EventStore, EventToAppend, RecordedEvent } from '../event-store.ts'
import { isOnlyRecorded, isSeen, readBack } from '../read-back.ts'
import { snapshotOf, stateOf } from '../snapshot.ts'
import { evolve, initialState } from './account.ts'
import type { AccountCommand } from './decider.ts'
import { deltaTenths } from './delta-tenths.ts'

const ACTIONS = 24
const actionId = fc.integer({ min: 1, max: ACTIONS })
const named = actionId.map(idOf)

const command: fc.Arbitrary<AccountCommand> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('AwardPoints' as const), amountAmd: fc.integer({ min: 0, max: 3_000 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('RedeemPerk' as const),
      perkId: fc.integer({ min: 1, max: 3 }),
      perkName: fc.constant('Coffee'),
      costTenths: fc.integer({ min: 1, max: 60 }),
      code: fc.constant('ABCD2345'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('UseRedemption' as const), redemptionId: named }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('CancelRedemption' as const),
      redemptionId: named,
      reason: fc.constant('x'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('VoidAward' as const),
      awardId: named,
      reason: fc.constant('x'),
      nowMs: fc.constantFrom(NOON, NOON + 48 * 3_600_000),
      byAdmin: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('ReopenRedemption' as const),
      redemptionId: named,
      reason: fc.constant('x'),
      nowMs: fc.constantFrom(NOON, NOON + 48 * 3_600_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('CorrectAward' as const),
      awardId: named,
      amountAmd: fc.integer({ min: 0, max: 6_000 }),
      reason: fc.constant('x'),
      nowMs: fc.constantFrom(NOON, NOON + 48 * 3_600_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('CloseAccount' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('MergePointsOut' as const), toId: fc.constant(8) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('MergePointsIn' as const),
      mergeId: named,
      fromId: fc.constant(9),
      tenths: fc.integer({ min: 0, max: 60 }),
    }),
  },
)

const history = fc
  .array(command, { minLength: 1, maxLength: ACTIONS, size: 'max' })
  .map((commands) => commands.map((each, index) => ({ id: index + 1, command: each })))
const turnSize = fc.integer({ min: 1, max: 10 })
const RUNS = { numRuns: 1_000 }

const storeOf = (log: readonly EventToAppend[]): Pick<EventStore, 'readStream'> => ({
  readStream: async (_stream, from, { maxCount }) =>
    log
      .slice(from, from + (maxCount ?? log.length))
      .map((event, at) => ({ ...event, revision: from + at }) as RecordedEvent),
})

describe('Every account', () => {
  it('never shows a negative balance, at no event of its history (H3)', () => {
    fc.assert(
      fc.property(history, turnSize, (commands, size) => {
        let state = initialState
        for (const [revision, event] of play(commands, size).log.entries()) {
          state = evolve(state, { ...event, revision })
          // A refund within a closing only adds, and a closing ends at zero.
          expect(state.balanceTenths).toBeGreaterThanOrEqual(0)
        }
      }),
      RUNS,
    )
  })

  it('has a balance equal to the sum of its movements', () => {
    fc.assert(
      fc.property(history, turnSize, (commands, size) => {
        const { account, log } = play(commands, size)
        expect(account.state.balanceTenths).toBe(log.reduce((sum, event) => sum + (deltaTenths(event) ?? 0), 0))
      }),
      RUNS,
    )
  })

  it('refunds exactly the cost of each redemption, once, and never for a used one (C13)', () => {
    fc.assert(
      fc.property(history, turnSize, (commands, size) => {
        const costs = new Map<string, number>()
        const refunds = new Map<string, number>()
        const used = new Set<string>()
        for (const event of play(commands, size).log) {
          if (event.type === 'PerkRedeemed') costs.set(event.data.redemptionId, event.data.costTenths)
          if (event.type === 'RedemptionUsed') used.add(event.data.redemptionId)
          if (event.type === 'RedemptionReopened') used.delete(event.data.redemptionId)
          if (event.type !== 'PointsRefunded') continue
          expect(refunds.has(event.data.redemptionId)).toBe(false)
          expect(used.has(event.data.redemptionId)).toBe(false)
          refunds.set(event.data.redemptionId, event.data.tenths)
          expect(event.data.tenths).toBe(costs.get(event.data.redemptionId))
        }
      }),
      RUNS,
    )
  })

  it('holds of each award what its last amount earns and what could not be taken back (decision 44)', () => {
    fc.assert(
      fc.property(history, turnSize, (commands, size) => {
        const held = new Map<string, number>()
        for (const event of play(commands, size).log) {
          if (event.type === 'PointsAwarded') held.set(event.data.awardId, event.data.tenths)
          if (event.type === 'AwardVoided') {
            expect(event.data.tenths).toBe(held.get(event.data.awardId))
            held.delete(event.data.awardId)
          }
          if (event.type !== 'AwardCorrected') continue
          const { awardId, tenths, differenceTenths, missingTenths } = event.data
          const after = (held.get(awardId) ?? Number.NaN) + differenceTenths
          expect(after).toBe(tenths + missingTenths)
          held.set(awardId, after)
        }
      }),
      RUNS,
    )
  })

  it('uses a redemption at most once more often than it is reopened (R66)', () => {
    fc.assert(
      fc.property(history, turnSize, (commands, size) => {
        const open = new Map<string, number>()
        for (const event of play(commands, size).log) {
          const step = event.type === 'RedemptionUsed' ? 1 : event.type === 'RedemptionReopened' ? -1 : 0
          if (step === 0 || !('redemptionId' in event.data)) continue
          const uses = (open.get(event.data.redemptionId) ?? 0) + step
          expect([0, 1]).toContain(uses)
          open.set(event.data.redemptionId, uses)
        }
      }),
      RUNS,
    )
  })

  it('is unchanged when executed commands are replayed any number of times in any interleaving', () => {
    fc.assert(
      fc.property(
        history,
        turnSize,
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 60, size: 'max' }),
        turnSize,
        (commands, size, repeats, otherSize) => {
          const once = play(commands, size)
          const carriedOut = commands.filter((_, index) => once.verdicts[index]!.kind === 'decided')
          fc.pre(carriedOut.length > 0)
          const repeated = [...commands]
          for (const [which, where] of repeats) {
            const again = carriedOut[which % carriedOut.length]!
            // Insert only after the first occurrence: a command refused there may succeed later.
            const first = repeated.findIndex(({ id }) => id === again.id)
            repeated.splice(first + 1 + (where % (repeated.length - first)), 0, again)
          }
          const often = play(repeated, otherSize)
          expect(often.log).toEqual(once.log)
          expect(often.account.state.balanceTenths).toBe(once.account.state.balanceTenths)
          for (const [index, { id }] of repeated.entries()) {
            const verdict = often.verdicts[index]!
            const first = once.verdicts[id - 1]!
            if (first.kind === 'refused') expect(verdict).toEqual(first)
            else expect('seen' in verdict && verdict.seen).toEqual('seen' in first && first.seen)
          }
        },
      ),
      RUNS,
    )
  })

  it('refuses a known key with different input, and writes nothing (422)', () => {
    fc.assert(
      fc.property(history, turnSize, fc.integer({ min: 50, max: 3_000 }), (commands, size, amountAmd) => {
        const once = play(commands, size)
        const index = once.verdicts.findIndex((verdict) => verdict.kind === 'decided')
        fc.pre(index >= 0)
        const other: AccountCommand = { type: 'AwardPoints', amountAmd: amountAmd + 5_000 }
        const again = play([...commands, { id: index + 1, command: other }], size)
        expect(again.log).toEqual(once.log)
        expect(again.verdicts.at(-1)).toEqual({ kind: 'refused', code: 'idempotency_key_reused' })
      }),
      RUNS,
    )
  })

  it('decides a batch of commands exactly as it decides them one by one', () => {
    fc.assert(
      fc.property(history, turnSize, (commands, size) => {
        const alone = play(commands, 1)
        const together = play(commands, size)
        expect(together.log).toEqual(alone.log)
        expect(valuesOf(together.account.state.redemptions)).toEqual(valuesOf(alone.account.state.redemptions))
      }),
      RUNS,
    )
  })

  it('is the same account when it is folded on from snapshots taken at any of its events', async () => {
    await fc.assert(
      fc.asyncProperty(history, turnSize, fc.array(fc.nat(), { maxLength: 3 }), async (commands, size, places) => {
        const { account, log } = play(commands, size)
        fc.pre(log.length > 0)
        const taken = new Set(places.map((place) => place % log.length))
        let state = initialState
        for (const [revision, event] of log.entries()) {
          state = evolve(state, { ...event, revision })
          if (taken.has(revision))
            state = stateOf(snapshotOf({ state, revision, position: BigInt(revision) }, event.id))
        }
        const whole = account.state
        expect([state.balanceTenths, state.closed]).toEqual([whole.balanceTenths, whole.closed])
        expect(valuesOf(state.redemptions)).toEqual(valuesOf(whole.redemptions))
        const store = storeOf(log)
        for (let id = 1; id <= ACTIONS + 1; id += 1) {
          expect(isSeen(state, idOf(id))).toBe(isSeen(whole, idOf(id)))
          if (isOnlyRecorded(state, idOf(id)))
            state = (await readBack('', { ...account, state }, idOf(id), { store, deadlineAt: Infinity })).state
          for (const kind of ['awards', 'redemptions', 'commands'] as const)
            expect(lookUp<unknown>(state[kind], idOf(id))).toEqual(lookUp<unknown>(whole[kind], idOf(id)))
        }
      }),
      RUNS,
    )
  })
})

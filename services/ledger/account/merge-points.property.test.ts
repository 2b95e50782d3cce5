import fc from 'fast-check'
import { expect, it } from 'vitest'
import { idOf, NOON, play } from '../testing.ts'
import type { AccountCommand } from './decider.ts'

const PERSON = 8
const CARD = 9
type Asked = { id: number; command: AccountCommand }

const named = fc.integer({ min: 1, max: 12 }).map(idOf)
const command: fc.Arbitrary<AccountCommand> = fc.oneof(
  fc.record({ type: fc.constant('AwardPoints' as const), amountAmd: fc.integer({ min: 50, max: 3_000 }) }),
  fc.record({
    type: fc.constant('VoidAward' as const),
    awardId: named,
    reason: fc.constant('x'),
    nowMs: fc.constant(NOON),
    byAdmin: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('CorrectAward' as const),
    awardId: named,
    amountAmd: fc.integer({ min: 50, max: 6_000 }),
    reason: fc.constant('x'),
    nowMs: fc.constant(NOON),
  }),
)
const commands = fc.array(command, { maxLength: 12 })
const numbered = (all: readonly AccountCommand[], from: number): Asked[] =>
  all.map((each, index) => ({ id: from + index, command: each }))

const MERGE_OUT: Asked = { id: 500, command: { type: 'MergePointsOut', toId: PERSON } }

it("leaves the sum over a card's and its person's accounts unchanged, however often the merge is repeated", () => {
  fc.assert(
    fc.property(
      commands,
      commands,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 6 }),
      (onCard, onPerson, outs, ins, turnSize) => {
        const card = play(numbered(onCard, 1), turnSize)
        const person = play(numbered(onPerson, 1), turnSize)
        const before = card.account.state.balanceTenths + person.account.state.balanceTenths

        const merged = play(
          [
            ...numbered(onCard, 1),
            ...Array.from({ length: outs }, () => MERGE_OUT),
            { id: 600, command: { type: 'AwardPoints', amountAmd: 500 } },
          ],
          turnSize,
        )
        const left = merged.log.filter(({ type }) => type === 'PointsMergedOut')
        expect(left).toHaveLength(1)
        expect(merged.verdicts.at(-1)).toEqual({ kind: 'refused', code: 'account_closed' })
        const [out] = left
        if (out?.type !== 'PointsMergedOut') throw new Error('No points left the card')

        const { mergeId, tenths } = out.data
        const mergeIn: Asked = { id: 501, command: { type: 'MergePointsIn', mergeId, fromId: CARD, tenths } }
        const repeated = tenths === 0 ? [] : Array.from({ length: ins }, () => mergeIn)
        const after = play([...numbered(onPerson, 1), ...repeated], turnSize)
        expect(merged.account.state.balanceTenths).toBe(0)
        expect(after.account.state.balanceTenths).toBe(before)
      },
    ),
    { numRuns: 500 },
  )
})

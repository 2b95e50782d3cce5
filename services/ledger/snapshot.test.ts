import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { recall, type AccountCommand } from './account/decider.ts'
import { UnreadableEvent } from './event-store.ts'
import { isOnlyRecorded, readBack } from './read-back.ts'
import { SNAPSHOT_VERSION, snapshotOf, stateOf } from './snapshot.ts'
import { idOf, NOON, play } from './testing.ts'

/** One of every kind of event. */
const COMMANDS: AccountCommand[] = [
  { type: 'AwardPoints', amountAmd: 50_000, receipt: 'A-1' },
  { type: 'AwardPoints', amountAmd: 10_000 },
  { type: 'CorrectAward', awardId: idOf(2), amountAmd: 5_000, reason: 'typed wrong', nowMs: NOON },
  { type: 'VoidAward', awardId: idOf(2), reason: 'returned', nowMs: NOON, byAdmin: false },
  { type: 'RedeemPerk', perkId: 1, perkName: 'Սուրճ', costTenths: 100, code: 'ABCD2345' },
  { type: 'UseRedemption', redemptionId: idOf(5) },
  { type: 'ReopenRedemption', redemptionId: idOf(5), reason: 'wrong one', nowMs: NOON },
  { type: 'CancelRedemption', redemptionId: idOf(5), reason: 'no time' },
  { type: 'MergePointsIn', mergeId: idOf(90), fromId: 9, tenths: 30 },
  { type: 'CloseAccount' },
]

describe('a snapshot', () => {
  const { account, log } = play(
    COMMANDS.map((command, index) => ({ id: index + 1, command })),
    100,
  )
  const snapshot = snapshotOf(account, log.at(-1)!.id)

  it('gets another version when what it keeps, or what an event does to it, has changed', () => {
    const { head, awards, commands } = snapshot
    const digest = createHash('sha256').update(head).update(awards).update(commands).digest('hex')
    // Another digest: raise SNAPSHOT_VERSION, and add the new pair here.
    expect({ version: SNAPSHOT_VERSION, digest: digest.slice(0, 16) }).toEqual({
      version: 2,
      digest: 'edbb07945c06f5b8',
    })
  })

  it('is refused if its text is damaged', () => {
    expect(() => stateOf({ ...snapshot, commands: snapshot.commands.slice(1) })).toThrow('Not a frozen map')
    expect(() => stateOf({ ...snapshot, head: '{' })).toThrow(SyntaxError)
  })

  it('lets nobody decide on a command that has to be read back first', () => {
    const state = stateOf(snapshot)
    expect(isOnlyRecorded(state, idOf(1))).toBe(true)
    expect(() => recall(state, idOf(1), '')).toThrow('was not read back')
    expect(recall(state, idOf(99), '')).toBeUndefined()
  })

  it('refuses to read back a command that the log does not have where it was', async () => {
    const empty = { readStream: async () => [] }
    const broken = readBack('account-1.2', { ...account, state: stateOf(snapshot) }, idOf(1), {
      store: empty,
      deadlineAt: Infinity,
    })
    await expect(broken).rejects.toThrow(UnreadableEvent)
  })

  it('is not made of an account without events', () => {
    expect(() => snapshotOf({ ...account, revision: -1 }, idOf(1))).toThrow('has no snapshot')
  })
})

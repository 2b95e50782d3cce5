import { afterEach, describe, expect, it, vi } from 'vitest'
import { initialState } from './account/account.ts'
import type { AccountCommand, IdentifiedCommand } from './account/decider.ts'
import { NO_STREAM } from './event-store.ts'
import { idOf, NOON, plainIds } from './testing.ts'
import { appendBatch, type BatchedCommand } from './append-batch.ts'
import { commandIdOfRequest, createWaiting, type CommandRequest, type CommandResult } from './waiting.ts'

const account = { state: initialState, revision: NO_STREAM, position: undefined }
const AWARD: AccountCommand = { type: 'AwardPoints', amountAmd: 500 }

const inTurn = (number: number, command: AccountCommand = AWARD): BatchedCommand => ({
  command: { ...command, commandId: idOf(number) } as IdentifiedCommand,
  stamp: {
    schema: 1,
    commandId: idOf(number),
    inputHash: JSON.stringify(command),
    actor: { userId: 7, role: 'business' },
    $correlationId: 'test',
  },
  recordedAt: undefined,
})
const turnOf = (waiting: readonly BatchedCommand[], limits: { maxCommands?: number; maxBytes?: number } = {}) =>
  appendBatch(account, waiting, { ids: plainIds, now: NOON, limits: { maxCommands: 200, maxBytes: 1e6, ...limits } })

describe('A batch', () => {
  it('takes up to its limit of commands, refused ones included, and leaves the rest for the next batch', () => {
    const waiting = [inTurn(1), inTurn(2, { type: 'UseRedemption', redemptionId: idOf(9) }), inTurn(3), inTurn(4)]
    expect(turnOf(waiting, { maxCommands: 3 }).verdicts.map(({ kind }) => kind)).toEqual([
      'decided',
      'refused',
      'decided',
    ])
    expect(turnOf(waiting).verdicts).toHaveLength(4)
  })

  it('takes no more bytes than the store accepts, but at least one command, so that a large one cannot wait forever', () => {
    const large: AccountCommand = { ...AWARD, receipt: 'ք'.repeat(1_000) }
    expect(turnOf([inTurn(1, large), inTurn(2, large)], { maxBytes: 100 }).events).toHaveLength(1)
    expect(turnOf([inTurn(1, large), inTurn(2, large), inTurn(3, large)], { maxBytes: 8_000 }).events).toHaveLength(2)
    expect(turnOf([inTurn(1, large), inTurn(2, large), inTurn(3, large)]).events).toHaveLength(3)
  })

  it('executes a duplicate command once, and marks the second as a repetition', () => {
    const { events, verdicts } = turnOf([inTurn(1), inTurn(1), inTurn(2)])
    expect(events).toHaveLength(2)
    expect(verdicts).toMatchObject([
      { kind: 'decided', again: false, seen: { balanceAfterTenths: 10 } },
      { kind: 'decided', again: true, seen: { balanceAfterTenths: 10 } },
      { kind: 'decided', again: false, seen: { balanceAfterTenths: 20 } },
    ])
  })

  it('derives an event id from command, index, time and content, so that no other event matches it (decision 7)', () => {
    const idsOf = (command: AccountCommand, more: Partial<BatchedCommand> = {}) =>
      turnOf([{ ...inTurn(1, command), ...more }]).events.map(({ id }) => id)
    const coffee = { type: 'RedeemPerk', perkId: 3, perkName: 'Coffee', costTenths: 5, code: 'CODE2222' } as const
    const after = appendBatch(account, [inTurn(1), inTurn(2, coffee), inTurn(3, { ...coffee, code: 'CODE3333' })], {
      ids: plainIds,
      now: NOON,
      limits: { maxCommands: 9, maxBytes: 1e6 },
    })
    expect(after.events.map(({ id }) => id)[0]).toBe(
      `${idOf(1)}/0:2026-11-20T12:00:00.000Z:${JSON.stringify(after.events[0]!.data)}`,
    )
    expect(idsOf(AWARD)).toEqual(idsOf(AWARD))
    expect(idsOf(AWARD)).not.toEqual(idsOf({ type: 'AwardPoints', amountAmd: 550 }))
    expect(idsOf(AWARD)).not.toEqual(idsOf(AWARD, { recordedAt: '2026-11-20T12:00:00.001Z' }))
  })
})

describe('A waiting command', () => {
  const request = (more: Partial<CommandRequest> = {}): CommandRequest => ({
    businessId: 11,
    buyerId: 101,
    command: AWARD,
    action: { key: 'tap' },
    actor: { userId: 7, role: 'business' },
    correlationId: 'test',
    ...more,
  })
  const waiting = (more: Partial<CommandRequest> = {}) => {
    const [resolve, reject] = [vi.fn<(result: CommandResult) => void>(), vi.fn<(error: unknown) => void>()]
    return {
      resolve,
      reject,
      it: createWaiting('account-11.101', request(more), {
        ids: plainIds,
        arrival: 1,
        now: () => Date.now(),
        resolve,
        reject,
      }),
    }
  }
  afterEach(() => vi.useRealTimers())

  it('uses the command id it brings, otherwise derives one from actor and key', () => {
    expect(commandIdOfRequest(plainIds, request({ action: { commandId: idOf(5) } }))).toBe(idOf(5))
    expect(commandIdOfRequest(plainIds, request())).toMatch(/\/7:tap$/)
  })

  it('hashes its stream and input in the form that the log already contains', () => {
    const { it: one } = waiting()
    expect(one.stamp.inputHash).toBe('["account-11.101",{"amountAmd":500,"type":"AwardPoints"}]')
    one.settle({ kind: 'unknown', commandId: 'x' })
  })

  it('is "busy" at its deadline if nothing was sent, "unknown" if its append is in flight', () => {
    vi.useFakeTimers()
    const [quiet, sent] = [waiting({ deadlineMs: 300 }), waiting({ deadlineMs: 300 })]
    sent.it.sent = true
    vi.advanceTimersByTime(299)
    expect(quiet.resolve).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(quiet.resolve).toHaveBeenCalledExactlyOnceWith({
      kind: 'refused',
      commandId: quiet.it.command.commandId,
      code: 'busy',
    })
    expect(sent.resolve).toHaveBeenCalledExactlyOnceWith({ kind: 'unknown', commandId: sent.it.command.commandId })
  })

  it('counts its time from `deadlineAt` if given', () => {
    vi.useFakeTimers()
    const { it: late, resolve } = waiting({ deadlineMs: 5_000, deadlineAt: Date.now() + 100 })
    vi.advanceTimersByTime(100)
    expect(late.settled).toBe(true)
    expect(resolve).toHaveBeenCalledOnce()
  })

  it('settles once, whatever comes later', () => {
    const { it: one, resolve, reject } = waiting()
    one.settle({ kind: 'unknown', commandId: 'x' })
    one.settle({ kind: 'refused', commandId: 'x', code: 'busy' })
    one.fail(new Error('late'))
    expect(resolve).toHaveBeenCalledExactlyOnceWith({ kind: 'unknown', commandId: 'x' })
    expect(reject).not.toHaveBeenCalled()
  })
})

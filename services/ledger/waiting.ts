/** A command on its way through the handler: what was asked, how long it may take, and the one answer that it will get. */
import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { Actor } from '#contracts/events/ledger-events.ts'
import { canonicalText } from '#contracts/verify/canonical.ts'
import type { AccountEvent, SeenCommand } from './account/account.ts'
import { inputOf, type AccountCommand } from './account/decider.ts'
import { commandIdOf, type LedgerIds } from './ids.ts'
import type { CommandInTurn } from './turn.ts'

/** The deadline of a command whose caller sets none. */
export const DEADLINE_MS = 5_000

export type CommandRequest = {
  businessId: number
  buyerId: number
  command: AccountCommand
  /** The client's Idempotency-Key, or the command id if the caller has derived it already. */
  action: { key: string } | { commandId: string }
  actor: Actor
  onBehalfOf?: number
  correlationId: string
  happenedAt?: string
  recordedAt?: string
  /** How long the caller waits for a verdict. */
  deadlineMs?: number
  /** The deadline as an instant (epoch ms), for a request that has been on its way for some time: from then on nothing is sent to the store. */
  deadlineAt?: number
}

/** The id of a request's command: the one that it brings, or the one that follows from its key. */
export function commandIdOfRequest(
  ids: LedgerIds,
  { action, actor }: Pick<CommandRequest, 'action' | 'actor'>,
): string {
  return 'commandId' in action ? action.commandId : commandIdOf(ids, actor.userId, action.key)
}

export type CommandResult =
  /** `position`: a read as of it includes the command. On a replay, events and balance are those of the first answer. */
  | {
      kind: 'done'
      commandId: string
      events: readonly AccountEvent[]
      balanceAfterTenths: number
      position: bigint
      replayed: boolean
    }
  /** This call wrote nothing. `busy`: a later try may succeed. */
  | { kind: 'refused'; commandId: string; code: ErrorCode }
  /** It may have been written or not: a retry with the same key finds out. */
  | { kind: 'unknown'; commandId: string }

export type Waiting = CommandInTurn & {
  /** Order of arrival among all commands: a refusal is final only on a state that was read after it. */
  arrival: number
  /** What is left of its time, in ms; none or less when it is over. However the clock is set meanwhile, never more than there was at first. */
  leftMs(): number
  conflicts: number
  /** Part of an append whose outcome is not known yet. */
  sent: boolean
  settled: boolean
  settle(result: CommandResult): void
  fail(error: unknown): void
}

/** The `arrival`-th command, for `stream`. `now`: the clock, epoch ms. Settles by itself at its deadline. */
export function createWaiting(
  stream: string,
  { command, action, actor, onBehalfOf, correlationId, happenedAt, recordedAt, ...time }: CommandRequest,
  {
    ids,
    arrival,
    now,
    resolve,
    reject,
  }: {
    ids: LedgerIds
    arrival: number
    now(): number
    resolve(result: CommandResult): void
    reject(error: unknown): void
  },
): Waiting {
  const commandId = commandIdOfRequest(ids, { action, actor })
  const deadlineAt = time.deadlineAt ?? now() + (time.deadlineMs ?? DEADLINE_MS)
  const endsAt = performance.now() + deadlineAt - now()
  const leftMs = () => Math.min(deadlineAt - now(), endsAt - performance.now())
  const inputHash = ids.digest(canonicalText([stream, inputOf(command)]))
  const end = () => {
    waiting.settled = true
    clearTimeout(timer)
  }
  const waiting: Waiting = {
    command: { ...command, commandId },
    stamp: {
      schema: 1,
      commandId,
      inputHash,
      actor,
      $correlationId: correlationId,
      ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
      ...(happenedAt === undefined ? {} : { happenedAt }),
    },
    recordedAt,
    arrival,
    leftMs,
    conflicts: 0,
    sent: false,
    settled: false,
    settle: (result) => {
      if (waiting.settled) return
      end()
      resolve(result)
    },
    fail: (error) => {
      if (waiting.settled) return
      end()
      reject(error)
    },
  }
  const timer = setTimeout(
    () => waiting.settle(waiting.sent ? { kind: 'unknown', commandId } : busy(waiting)),
    Math.max(0, leftMs()),
  )
  return waiting
}

export const busy = (waiting: Waiting): CommandResult => refused(waiting, 'busy')

export function refused({ command }: Waiting, code: ErrorCode): CommandResult {
  return { kind: 'refused', commandId: command.commandId, code }
}

export function done({ command }: Waiting, seen: SeenCommand, position: bigint, replayed: boolean): CommandResult {
  const { events, balanceAfterTenths } = seen
  return { kind: 'done', commandId: command.commandId, events, balanceAfterTenths, position, replayed }
}

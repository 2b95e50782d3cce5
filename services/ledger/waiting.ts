/** A command queued in the handler: its request, its deadline, and its single result. */
import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { Actor } from '#contracts/events/ledger-events.ts'
import { canonicalText } from '#contracts/verify/canonical.ts'
import type { AccountEvent, SeenCommand } from './account/account.ts'
import { inputOf, type AccountCommand } from './account/decider.ts'
import { commandIdOf, type LedgerIds } from './ids.ts'
import type { CommandInTurn } from './turn.ts'

/** Default deadline of a command. */
export const DEADLINE_MS = 5_000

export type CommandRequest = {
  businessId: number
  buyerId: number
  command: AccountCommand
  /** The client's Idempotency-Key, or a command id that the caller has already derived. */
  action: { key: string } | { commandId: string }
  actor: Actor
  onBehalfOf?: number
  correlationId: string
  happenedAt?: string
  recordedAt?: string
  /** How long the caller waits for a result, in ms. */
  deadlineMs?: number
  /** An absolute deadline (epoch ms) for a request already under way; nothing is sent to the store after it. */
  deadlineAt?: number
}

/** The request's command id: given, or derived from its idempotency key. */
export function commandIdOfRequest(
  ids: LedgerIds,
  { action, actor }: Pick<CommandRequest, 'action' | 'actor'>,
): string {
  return 'commandId' in action ? action.commandId : commandIdOf(ids, actor.userId, action.key)
}

export type CommandResult =
  /**
   * A read as of `position` includes the command. On a replayed response, events and balance are those of the first
   * one.
   */
  | {
      kind: 'done'
      commandId: string
      events: readonly AccountEvent[]
      balanceAfterTenths: number
      position: bigint
      replayed: boolean
    }
  /** This call wrote nothing. After `busy`, a later attempt may succeed. */
  | { kind: 'refused'; commandId: string; code: ErrorCode }
  /** It may or may not have been written; a retry with the same idempotency key settles it. */
  | { kind: 'unknown'; commandId: string }

export type Waiting = CommandInTurn & {
  /** Order of arrival among all commands: a refusal is final only on a state read after the command arrived. */
  arrival: number
  /** Time left in ms; 0 or less after the deadline. Setting the clock back never adds time. */
  leftMs(): number
  conflicts: number
  /** Part of an append whose outcome is not known yet. */
  sent: boolean
  settled: boolean
  settle(result: CommandResult): void
  fail(error: unknown): void
}

/**
 * Queues the `arrival`-th command, for `stream`; `now()` is in epoch ms. At its deadline it settles itself, as
 * `unknown` if sent and `busy` otherwise.
 */
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

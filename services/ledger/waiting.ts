import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { Actor, Place } from '#contracts/events/ledger-events.ts'
import { canonicalText } from '#contracts/verify/canonical.ts'
import type { AccountEvent, SeenCommand } from './account/account.ts'
import { inputOf, type AccountCommand } from './account/decider.ts'
import { commandIdOf, type LedgerIds } from './ids.ts'
import type { BatchedCommand } from './append-batch.ts'

export const DEADLINE_MS = 5_000

export type CommandRequest = {
  businessId: number
  buyerId: number
  command: AccountCommand
  /** Client's Idempotency-Key, or a command id already derived. */
  action: { key: string } | { commandId: string }
  actor: Actor
  onBehalfOf?: number
  place?: Place
  correlationId: string
  happenedAt?: string
  recordedAt?: string
  deadlineMs?: number
  /** Absolute (epoch ms), for a request already under way; nothing is sent to the store later. */
  deadlineAt?: number
}

export function commandIdOfRequest(
  ids: LedgerIds,
  { action, actor }: Pick<CommandRequest, 'action' | 'actor'>,
): string {
  return 'commandId' in action ? action.commandId : commandIdOf(ids, actor.userId, action.key)
}

export type CommandResult =
  /** A read as of `position` includes the command. If replayed, events and balance are the first response's. */
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
  /** May have been written; a retry with the same key settles it. */
  | { kind: 'unknown'; commandId: string }

export type Waiting = BatchedCommand & {
  /** Order among all commands: a refusal is final only on a state read later. */
  arrival: number
  /** At most 0 after the deadline. Setting the clock back adds no time. */
  leftMs(): number
  conflicts: number
  /** In an append with a pending outcome. */
  sent: boolean
  settled: boolean
  settle(result: CommandResult): void
  fail(error: unknown): void
}

/** `now()`: epoch ms. At its deadline the command settles itself, as `unknown` if sent, else `busy`. */
export function createWaiting(
  stream: string,
  { command, action, actor, onBehalfOf, place, correlationId, happenedAt, recordedAt, ...time }: CommandRequest,
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
      ...place,
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

import type { FastifyReply } from 'fastify'
import { CONSISTENCY_TOKEN } from '#contracts/units/ids.ts'
import type { LedgerEventType } from '#contracts/events/ledger-events.ts'
import type { AccountEvent } from '#ledger/account/account.ts'
import type { CommandResult } from '#ledger/command-handler.ts'
import { ApiError } from '../http/api-error.ts'

export type CommandDone = Extract<CommandResult, { kind: 'done' }>

/** Throws the refusal, or 504 if the outcome is unknown. */
export function doneOrThrow(result: CommandResult): CommandDone {
  if (result.kind === 'done') return result
  if (result.kind === 'refused') {
    // R212: the limit is the reason, not the award.
    throw new ApiError(result.code, result.code === 'transaction_limit_exceeded' ? { limitExceeded: true } : {})
  }
  throw new ApiError('outcome_unknown')
}

/** The writer's next reads include this position. */
export function sendConsistencyToken(reply: FastifyReply, done: CommandDone): void {
  reply.header(CONSISTENCY_TOKEN, done.position.toString())
  if (done.replayed) reply.header('idempotency-replayed', 'true')
}

/** Throws if the command wrote none, which is a bug. */
export function eventOf<T extends LedgerEventType>(done: CommandDone, type: T): Extract<AccountEvent, { type: T }> {
  const found = done.events.find((event) => event.type === type)
  if (!found) throw new Error(`The command's events include no ${type}`)
  return found as Extract<AccountEvent, { type: T }>
}

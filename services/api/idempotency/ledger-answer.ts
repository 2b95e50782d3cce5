import type { FastifyReply } from 'fastify'
import { CONSISTENCY_TOKEN } from '#contracts/units/ids.ts'
import type { LedgerEventType } from '#contracts/events/ledger-events.ts'
import type { AccountEvent } from '#ledger/account/account.ts'
import type { CommandResult } from '#ledger/command-handler.ts'
import { ApiError } from '../http/api-error.ts'

export type CommandDone = Extract<CommandResult, { kind: 'done' }>

/** The command's outcome for a route that goes on with it. Throws the refusal's answer, or 504 where nobody knows yet. */
export function doneOrThrow(result: CommandResult): CommandDone {
  if (result.kind === 'done') return result
  if (result.kind === 'refused') {
    // R212: the flag by which the counter knows that it is the plan, and not the award.
    throw new ApiError(result.code, result.code === 'transaction_limit_exceeded' ? { limitExceeded: true } : {})
  }
  throw new ApiError('outcome_unknown')
}

/** design.md 3: the commit position, for the reader who wants to see what was just written. */
export function sendConsistencyToken(reply: FastifyReply, done: CommandDone): void {
  reply.header(CONSISTENCY_TOKEN, done.position.toString())
  if (done.replayed) reply.header('idempotency-replayed', 'true')
}

/** The event of this type among those that the command wrote. Throws where there is none: a command that changed its shape. */
export function eventOf<T extends LedgerEventType>(done: CommandDone, type: T): Extract<AccountEvent, { type: T }> {
  const found = done.events.find((event) => event.type === type)
  if (!found) throw new Error(`No ${type} among the command's events`)
  return found as Extract<AccountEvent, { type: T }>
}

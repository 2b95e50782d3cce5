/** What goes between a process and its ledger's thread: everything that came up in one turn of an event loop is one message. */
import type { CommandHandler, CommandRequest, CommandResult } from '#ledger/command-handler.ts'

type Account = Awaited<ReturnType<CommandHandler['load']>>

/** `number` names the call; its answer carries the same. */
export type Call =
  | { number: number; execute: CommandRequest }
  | { number: number; load: { businessId: number; buyerId: number; deadlineMs: number } }

export type Answer =
  | { number: number; executed: CommandResult }
  | { number: number; loaded: Account }
  | { number: number; failed: Failure }

/** An error as it can travel: a class does not survive the way, its name does. */
export type Failure = { name: string; message: string; stack: string | undefined }

export type ToThread = { calls: Call[] } | { close: true }
export type FromThread = { answers: Answer[] } | { warning: string; failure: Failure }

export type ThreadData = { eventStoreUrl: string }

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined }
  return { name: error.name, message: error.message, stack: error.stack }
}

/** Messages between a process and its ledger thread, each batching one event-loop tick. */
import type { CommandRequest, CommandResult } from '#ledger/command-handler.ts'
import type { FoldedAccount } from '#ledger/state-cache.ts'

export type Question =
  | { execute: CommandRequest }
  | { load: { businessId: number; buyerId: number; deadlineMs: number } }

/** `number` identifies the call; its answer carries the same number. */
export type Call = Question & { number: number }
export type Answer = { number: number; value: CommandResult | FoldedAccount } | { number: number; failed: Failure }

/** An error in serialisable form: its class is lost on the way, its name is not. */
export type Failure = { name: string; message: string; stack: string | undefined }

export type ToThread = { calls: Call[] } | { close: true }
export type FromThread = { answers: Answer[] } | { warning: string; failure: Failure }

export type ThreadData = { eventStoreUrl: string }

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined }
  return { name: error.name, message: error.message, stack: error.stack }
}

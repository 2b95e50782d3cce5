/** Messages to and from the ledger thread, batched per event-loop tick. */
import type { Ledger } from '#ledger/ledger.ts'
import type { AppendSample } from '../event-store/measured-appends.ts'

/** A method of the port with its arguments. */
export type Question = { [Name in keyof Ledger]: Record<Name, Parameters<Ledger[Name]>> }[keyof Ledger]
export type Value = Awaited<ReturnType<Ledger[keyof Ledger]>>

/** `number` matches call and answer. */
export type Call = Question & { number: number }
export type Answer = { number: number; value: Value } | { number: number; failed: Failure }

/** Serialisable; the error's class is lost, its name kept. */
export type Failure = { name: string; message: string; stack: string | undefined }

export type ToThread = { calls: Call[] } | { close: true }
/** `appends`: those since the last message. */
export type FromThread =
  | { answers: Answer[]; appends: AppendSample[] }
  | { warning: string; failure: Failure }
  | { renewed: true }

/**
 * `databaseUrl`: for snapshots; without it, accounts are always folded from their first event. `tracedShare`: of
 * requests whose appends are traced.
 */
export type ThreadData = { eventStoreUrl: string; databaseUrl?: string; tracedShare: number }

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined }
  return { name: error.name, message: error.message, stack: error.stack }
}

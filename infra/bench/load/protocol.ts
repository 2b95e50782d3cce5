/** What the runner and its load generator, a process of its own, say to each other. */
import type { Books } from './awarder.ts'
import type { Mix } from './mix.ts'
import type { Host } from './request.ts'
import type { Summary } from '../measure/percentiles.ts'

/** Cookies of businesses by index, and of the buyers who read back. */
export type Sessions = { businesses: string[]; readers: string[] }

export type LoadSpec = {
  host: Host
  mix: Mix
  seed: number
  /** Begins every idempotency key: never the same twice against one database. */
  runKey: string
  loop:
    | { kind: 'closed'; inFlight: number; warmMs: number; warmAnswers: number; measureMs: number }
    | { kind: 'open'; perSecond: number; warmMs: number; measureMs: number }
    /** Every account of the mix once, unmeasured. */
    | { kind: 'every-account'; inFlight: number }
    /** One after the other on one connection, to accounts that the suite chose. */
    | { kind: 'sequence'; awards: { business: number; buyerCode: string; amountAmd: number }[] }
  /** The read models' database: projection lag is measured too. */
  watchDatabaseUrl?: string
  readBackPerSecond?: number
  loginsPerSecond?: number
}

export type LoadResult = {
  answered: number
  elapsedMs: number
  latencyMs: Summary
  serviceMs?: Summary
  /** Awards that were due in an open loop and never sent: the arm did not keep up. */
  unsent?: number
  lagMs?: Summary
  unseen?: number
  readMs?: Summary
  stale?: number
  loginMs?: Summary
  loginsRefused?: number
  /** Of a sequence: each award's time. */
  eachMs?: number[]
  books: Books
}

export type ToGenerator = { kind: 'sessions'; sessions: Sessions } | { kind: 'run'; spec: LoadSpec }
export type FromGenerator =
  | { kind: 'ready' }
  | { kind: 'measuring' }
  | { kind: 'measured' }
  | { kind: 'result'; result: LoadResult }
  | { kind: 'failed'; message: string }

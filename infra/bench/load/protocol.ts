import type { Books } from './awarder.ts'
import type { Mix } from './mix.ts'
import type { Hosts } from './lane.ts'
import type { Host } from './request.ts'
import type { Summary } from '../measure/percentiles.ts'

/** Cookies of businesses by index, and of reading buyers. */
export type Sessions = { businesses: string[]; readers: string[] }

export type LoadSpec = {
  host: Host
  /** For awards in a closed loop or of every account. Default: `host` alone. */
  hosts?: Hosts
  mix: Mix
  seed: number
  /** Prefix of idempotency keys, unique per database. */
  runKey: string
  loop:
    | { kind: 'closed'; inFlight: number; warmMs: number; warmAnswers: number; measureMs: number }
    | { kind: 'open'; perSecond: number; warmMs: number; measureMs: number }
    /** Every account once, unmeasured. */
    | { kind: 'every-account'; inFlight: number }
    | { kind: 'sequence'; awards: { business: number; buyerCode: string; amountAmd: number }[] }
  /** The read models' database, to measure projection lag. */
  watchDatabaseUrl?: string
  readBackPerSecond?: number
  loginsPerSecond?: number
}

export type LoadResult = {
  answered: number
  elapsedMs: number
  latencyMs: Summary
  serviceMs?: Summary
  unsent?: number
  lagMs?: Summary
  unseen?: number
  readMs?: Summary
  stale?: number
  loginMs?: Summary
  loginsRefused?: number
  /** Of a sequence: each award's ms. */
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

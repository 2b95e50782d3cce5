/** The words that the embedded event store's parts share. Positions and revisions are plain numbers below 2^53. */
import { LARGEST_INT64 } from '#platform/event-store/wire.ts'

/** What a write expects of its stream: a revision from 0 on, or one of these codes (eventstoredb.md 2.1). */
export const ANY = -2
export const NO_STREAM = -1
export const STREAM_EXISTS = -4

/** The revision of a tombstone. On the wire it is the largest signed 64-bit number, as clients expect. */
export const TOMBSTONE_REVISION = LARGEST_INT64

/** A truncate-before mark at or above this says that the stream is deleted, but may be written again. */
export const SOFT_DELETED = Number.MAX_SAFE_INTEGER

/** An event as a client proposes it. `id` is a lower-case UUID. Payloads are opaque bytes and stay byte for byte. */
export type ProposedEvent = {
  id: string
  type: string
  isJson: boolean
  data: Buffer
  metadata: Buffer
}

/** An event as it stands in the log. `createdMs` is the server's clock (epoch ms) and is not an order. */
export type StoredEvent = ProposedEvent & {
  position: number
  stream: string
  revision: number
  createdMs: number
  /** The encoded ReadResp, made once for all readers; see encode.ts. */
  frame?: Buffer
}

/** Where a stream stands. `revision` is -1 where nothing was ever written and TOMBSTONE_REVISION where it is gone for good. */
export type StreamHead = {
  revision: number
  truncateBefore: number
  maxCount: number | null
  hasMetadata: boolean
}

export const MISSING_STREAM: StreamHead = { revision: -1, truncateBefore: 0, maxCount: null, hasMetadata: false }

/** The first revision that reads may show, by `$tb` and `$maxCount` of the stream's metadata. */
export function firstVisibleRevision(head: StreamHead): number {
  const byCount = head.maxCount === null ? 0 : head.revision - head.maxCount + 1
  return Math.max(0, head.truncateBefore, byCount)
}

/** True where a read answers "stream not found": nothing written, or everything hidden by a soft delete. */
export function isMissing(head: StreamHead): boolean {
  return head.revision !== TOMBSTONE_REVISION && (head.revision < 0 || head.truncateBefore >= SOFT_DELETED)
}

/** `$tb` and `$maxCount`, where they are whole numbers, out of a `$metadata` event; everything else in it ($maxAge, $acl, $cacheControl) is stored, not honoured. */
export function metadataLimits(payload: Buffer | string): Pick<StreamHead, 'truncateBefore' | 'maxCount'> {
  try {
    const parsed = JSON.parse(payload.toString()) as Record<string, unknown>
    return {
      truncateBefore: Math.min(positiveInteger(parsed['$tb']) ?? 0, SOFT_DELETED),
      maxCount: positiveInteger(parsed['$maxCount']),
    }
  } catch {
    return { truncateBefore: 0, maxCount: null }
  }
}

/** Anything else limits nothing, as on the real server: PostgreSQL knows no half revisions. */
function positiveInteger(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null
}

/** What became of a write. `current` is the stream's revision (-1: no stream); `position` is that of the last event. */
export type WriteOutcome =
  | { kind: 'written'; revision: number; position: number }
  | { kind: 'nothing'; revision: number }
  | { kind: 'conflict'; current: number }
  | { kind: 'stream-deleted' }
  | { kind: 'timeout' }
  /** The store could not commit. Nobody may conclude that nothing was written. */
  | { kind: 'unavailable'; reason: string }

/** One append, delete or tombstone, waiting for its place in a commit. `answer` is called exactly once. */
export type WriteRequest = {
  kind: 'append' | 'delete' | 'tombstone'
  stream: string
  expected: number
  events: readonly ProposedEvent[]
  bytes: number
  /** From when on it is answered with a timeout: by performance.now, since whoever sets the clock must not make it wait for hours, or for nothing. */
  overdueAt: number
  answer: (outcome: WriteOutcome) => void
}

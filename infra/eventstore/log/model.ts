/** Positions and revisions are numbers below 2^53. */
import { LARGEST_INT64 } from '#platform/event-store/codec/wire.ts'

export const ANY = -2
export const NO_STREAM = -1
export const STREAM_EXISTS = -4

/** The largest signed 64-bit number, as clients expect. */
export const TOMBSTONE_REVISION = LARGEST_INT64

/** From this truncate-before value on, a stream is deleted but may be written again. */
export const SOFT_DELETED = Number.MAX_SAFE_INTEGER

/** `id` is a lower-case UUID. Payloads are opaque bytes. */
export type ProposedEvent = {
  id: string
  type: string
  isJson: boolean
  data: Buffer
  metadata: Buffer
}

/** `createdMs` is the server's clock (epoch ms) and not ordered. */
export type StoredEvent = ProposedEvent & {
  position: number
  stream: string
  revision: number
  createdMs: number
  /** The encoded ReadResp, shared by all readers; see encode.ts. */
  frame?: Buffer
}

/** `revision`: -1 for a missing stream, TOMBSTONE_REVISION for a tombstone. */
export type StreamHead = {
  revision: number
  truncateBefore: number
  maxCount: number | null
  hasMetadata: boolean
}

export const MISSING_STREAM: StreamHead = { revision: -1, truncateBefore: 0, maxCount: null, hasMetadata: false }

/** By `$tb` and `$maxCount` of the stream's metadata. */
export function firstVisibleRevision(head: StreamHead): number {
  const byCount = head.maxCount === null ? 0 : head.revision - head.maxCount + 1
  return Math.max(0, head.truncateBefore, byCount)
}

/** True if nothing is written, or a soft delete hides everything. */
export function isMissing(head: StreamHead): boolean {
  return head.revision !== TOMBSTONE_REVISION && (head.revision < 0 || head.truncateBefore >= SOFT_DELETED)
}

/** `$tb` and `$maxCount` of a `$metadata` event; $maxAge, $acl and $cacheControl are ignored. */
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

/** Other values set no limit, as on the real server. */
function positiveInteger(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null
}

/** `current`: the stream's revision (-1: no stream). `position`: that of the last event. */
export type WriteOutcome =
  | { kind: 'written'; revision: number; position: number }
  | { kind: 'nothing'; revision: number }
  | { kind: 'conflict'; current: number }
  | { kind: 'stream-deleted' }
  | { kind: 'timeout' }
  /** The commit failed, but the events may still have been written. */
  | { kind: 'unavailable'; reason: string }

/** `answer` is called exactly once. */
export type WriteRequest = {
  kind: 'append' | 'delete' | 'tombstone'
  stream: string
  expected: number
  events: readonly ProposedEvent[]
  bytes: number
  /** Timeout by performance.now, because the wall clock may be set. */
  overdueAt: number
  answer: (outcome: WriteOutcome) => void
}

/**
 * The events that the server writes by itself, in streams that begin with `$`. A real server's log is full of them, so a
 * reader of `$all` that trips over one has to trip here.
 */
import { randomUUID } from 'node:crypto'
import { type ProposedEvent, SOFT_DELETED } from './model.ts'

export const STATS_STREAM = '$stats-embedded'
/** One statistics event follows this many others: no timer, so an idle server stays idle. */
export const EVENTS_PER_STATS = 256

const NOTHING = Buffer.alloc(0)

function json(type: string, body: string): ProposedEvent {
  return { id: randomUUID(), type, isJson: true, data: Buffer.from(body), metadata: NOTHING }
}

/** A `$metadata` event. 2^63-1 as `$tb` is how a soft delete is written. */
export function metadataEvent({ $tb, maxCount }: { $tb: number; maxCount: number | null }): ProposedEvent {
  const before = $tb >= SOFT_DELETED ? '9223372036854775807' : String($tb)
  return json('$metadata', `{"$tb":${before}${maxCount === null ? '' : `,"$maxCount":${maxCount}`}}`)
}

/** What ends a stream for good. */
export function tombstoneEvent(): ProposedEvent {
  return { id: randomUUID(), type: '$streamDeleted', isJson: false, data: NOTHING, metadata: NOTHING }
}

/** Statistics, reduced to what is cheap to know. */
export function statsEvent(): ProposedEvent {
  return json(
    '$statsCollected',
    JSON.stringify({ 'proc-mem': process.memoryUsage.rss(), 'proc-uptimeSeconds': Math.round(process.uptime()) }),
  )
}

/** What a new log begins with, by stream. */
export function firstEvents(): [stream: string, event: ProposedEvent][] {
  return [
    [`$$${STATS_STREAM}`, json('$metadata', '{"$maxAge":86400}')],
    [STATS_STREAM, statsEvent()],
    ['$users', { ...json('$User', ''), isJson: false, data: Buffer.from('admin') }],
  ]
}

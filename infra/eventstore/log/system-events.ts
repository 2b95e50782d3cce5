/**
 * Events that the server itself writes, in streams that begin with `$`, as in a real server's log: readers of `$all`
 * must cope with them.
 */
import { randomUUID } from 'node:crypto'
import { type ProposedEvent, SOFT_DELETED } from './model.ts'

export const STATS_STREAM = '$stats-embedded'
/** One statistics event per this many others, without a timer. */
export const EVENTS_PER_STATS = 256

const NOTHING = Buffer.alloc(0)

function json(type: string, body: string): ProposedEvent {
  return { id: randomUUID(), type, isJson: true, data: Buffer.from(body), metadata: NOTHING }
}

/** A `$tb` of 2^63-1 is a soft delete. */
export function metadataEvent({ $tb, maxCount }: { $tb: number; maxCount: number | null }): ProposedEvent {
  const before = $tb >= SOFT_DELETED ? '9223372036854775807' : String($tb)
  return json('$metadata', `{"$tb":${before}${maxCount === null ? '' : `,"$maxCount":${maxCount}`}}`)
}

export function tombstoneEvent(): ProposedEvent {
  return { id: randomUUID(), type: '$streamDeleted', isJson: false, data: NOTHING, metadata: NOTHING }
}

export function statsEvent(): ProposedEvent {
  return json(
    '$statsCollected',
    JSON.stringify({ 'proc-mem': process.memoryUsage.rss(), 'proc-uptimeSeconds': Math.round(process.uptime()) }),
  )
}

export function firstEvents(): [stream: string, event: ProposedEvent][] {
  return [
    [`$$${STATS_STREAM}`, json('$metadata', '{"$maxAge":86400}')],
    [STATS_STREAM, statsEvent()],
    ['$users', { ...json('$User', ''), isJson: false, data: Buffer.from('admin') }],
  ]
}

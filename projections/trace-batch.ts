import { appendSpanId, epochMs, newSpanId, traceparentOf } from '#platform/traces/trace-ids.ts'
import type { Traces } from '#platform/traces/traces.ts'
import type { CommittedBatch } from './runtime/catch-up/catch-up.ts'

/** A batch after an outage holds thousands of events. */
const MOST_TRACED = 50

/**
 * Records one span per traced command of the batch, within the command's trace: the batch itself belongs to no trace.
 * Returns the spans as `traceparent`, for the live push that follows.
 */
export function traceBatch(
  { share, traceOf, record }: Pick<Traces, 'share' | 'traceOf' | 'record'>,
  { events, count, tookMs }: Pick<CommittedBatch, 'events' | 'count' | 'tookMs'>,
): string[] {
  if (share === 0) return []
  const endedAt = epochMs()
  const commands = new Map<string, string>()
  for (const { metadata } of events) {
    const traceId = traceOf(metadata.$correlationId)
    if (traceId !== undefined) commands.set(metadata.commandId, traceId)
    if (commands.size === MOST_TRACED) break
  }
  return [...commands].map(([commandId, traceId]) => {
    const spanId = newSpanId()
    record({
      traceId,
      spanId,
      parentId: appendSpanId(commandId),
      name: 'projection',
      kind: 'consumer',
      beganAt: endedAt - tookMs,
      endedAt,
      attributes: { 'hatik.batch.events': count },
    })
    return traceparentOf({ traceId, spanId })
  })
}

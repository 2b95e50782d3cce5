import { epochMs, newSpanId, parseTraceparent } from '#platform/traces/trace-ids.ts'
import type { Traces } from '#platform/traces/traces.ts'
import type { Told } from './live-hub.ts'

/** Once per API with open pages of the people concerned. */
export function recordPush({ record }: Pick<Traces, 'record'>, { traces, heardAt, streams }: Told): void {
  for (const projection of traces.map(parseTraceparent)) {
    if (projection === undefined) continue
    const { traceId, spanId: parentId } = projection
    record({
      traceId,
      spanId: newSpanId(),
      parentId,
      name: 'live push',
      kind: 'producer',
      beganAt: heardAt,
      endedAt: epochMs(),
      attributes: { 'hatik.streams': streams },
    })
  }
}

/** The only file that loads OpenTelemetry's packages; imported on demand. The exporter reads OTEL_EXPORTER_OTLP_* itself. */
import { SpanKind, SpanStatusCode, TraceFlags, type HrTime, type SpanContext } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { createThrottledLog } from '../process/throttled-log.ts'
import type { SpanPlace } from './trace-ids.ts'

/** `beganAt`, `endedAt`: epoch ms. Attributes hold route patterns, outcomes and counts; never an id of a person. */
export type Span = SpanPlace & {
  name: string
  kind?: 'internal' | 'server' | 'producer' | 'consumer'
  parentId?: string | undefined
  beganAt: number
  endedAt: number
  failed?: boolean
  attributes?: Readonly<Record<string, string | number>>
  /** A span of somebody else's trace. */
  link?: SpanPlace | undefined
}

const SEND_EVERY_MS = 1_000
/** More are dropped, so that an absent collector costs a few megabytes and no time. */
const MOST_WAITING = 2_048
/** A stop must not wait for an absent collector. */
const CLOSE_MS = 2_000

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

export function openSender(log: Pick<Logger, 'info' | 'warn'>, part: string) {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': `hatik-${part}` }))
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }))
  const processor = new BatchSpanProcessor({
    exporter: toldOf(new OTLPTraceExporter(), log),
    scheduledDelayMillis: SEND_EVERY_MS,
    maxQueueSize: MOST_WAITING,
  })
  return {
    record: (span: Span): void => processor.onEnd(readable(span, resource)),
    close: async (): Promise<void> => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([processor.shutdown().catch(() => {}), late])
    },
  }
}

/** The error may hold the collector's answer, but no span. */
function toldOf(exporter: SpanExporter, log: Pick<Logger, 'info' | 'warn'>): SpanExporter {
  const told = createThrottledLog(log, {
    failed: 'traces cannot be sent (OTEL_EXPORTER_OTLP_ENDPOINT) and are dropped',
    worked: 'traces are sent again',
  })
  return {
    export: (spans, answered) =>
      exporter.export(spans, (result) => {
        if (result.code === 0) told.worked()
        else told.failed(result.error)
        answered(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

const contextOf = ({ traceId, spanId }: SpanPlace): SpanContext => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED })

function hrTime(epochMs: number): HrTime {
  const seconds = Math.floor(epochMs / 1_000)
  return [seconds, Math.round((epochMs - seconds * 1_000) * 1_000_000)]
}

function readable(span: Span, resource: ReadableSpan['resource']): ReadableSpan {
  const { traceId, name, kind = 'internal', parentId, beganAt, failed = false, attributes = {}, link } = span
  const context = contextOf(span)
  const endedAt = Math.max(beganAt, span.endedAt)
  return {
    name,
    kind: KINDS[kind],
    spanContext: () => context,
    ...(parentId !== undefined && { parentSpanContext: contextOf({ traceId, spanId: parentId }) }),
    startTime: hrTime(beganAt),
    endTime: hrTime(endedAt),
    duration: hrTime(endedAt - beganAt),
    ended: true,
    status: { code: failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    links: link ? [{ context: contextOf(link) }] : [],
    events: [],
    resource,
    instrumentationScope: { name: 'hatik' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

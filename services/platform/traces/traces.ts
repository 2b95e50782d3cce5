/**
 * Traces for OpenTelemetry (decision 66). A span is recorded when it has ended, with ids that follow from the request's
 * and the command's. Without an endpoint nothing is recorded and no package is loaded.
 */
import type { Logger } from 'pino'
import type { Env } from '../env/env.ts'
import type { Span } from './span-sender.ts'
import { epochMs, newSpanId, sampleOf, type TraceOf } from './trace-ids.ts'

/** Of all traces: the cost of an award stays below 2 % at the benchmark's rate. */
const DEFAULT_SHARE = 0.01

export type Traces = {
  /** Share of all traces that is recorded; 0 if traces are off. */
  share: number
  traceOf: TraceOf
  record(span: Span): void
  /** Request ids with the span that is their commands' parent. */
  requests: Map<string, string>
  /** Sends what is recorded; gives up after two seconds. */
  close(): Promise<void>
}

type Variables = Pick<
  Env,
  | 'OTEL_SDK_DISABLED'
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  | 'OTEL_TRACES_EXPORTER'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
>

/** `part` names the process unless OTEL_SERVICE_NAME does. */
export async function openTraces(env: Variables, log: Pick<Logger, 'info' | 'warn'>, part: string): Promise<Traces> {
  const share = shareOf(env)
  const requests = new Map<string, string>()
  if (share === 0) return { share, requests, traceOf: () => undefined, record: () => {}, close: async () => {} }
  const { openSender } = await import('./span-sender.ts')
  const sender = openSender(log, part)
  log.info({ share }, 'traces are sent')
  return { share, requests, traceOf: sampleOf(share), ...sender }
}

/** What the flag of a caller says does not count: any browser could have every call recorded. */
function shareOf(env: Variables): number {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined || env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return 0
  switch (env.OTEL_TRACES_SAMPLER) {
    case 'always_on':
    case 'parentbased_always_on':
      return 1
    case 'always_off':
    case 'parentbased_always_off':
      return 0
    case 'traceidratio':
    case 'parentbased_traceidratio':
      return env.OTEL_TRACES_SAMPLER_ARG ?? DEFAULT_SHARE
  }
}

/** Records the work as a child of its request, if that is traced. */
export async function during<T>(
  { traceOf, requests, record }: Traces,
  correlationId: string,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const traceId = traceOf(correlationId)
  if (traceId === undefined) return work()
  const beganAt = epochMs()
  let failed = true
  try {
    const result = await work()
    failed = false
    return result
  } finally {
    const parentId = requests.get(correlationId)
    record({ traceId, spanId: newSpanId(), parentId, name, beganAt, endedAt: epochMs(), failed })
  }
}

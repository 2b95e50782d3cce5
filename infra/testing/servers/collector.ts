/** Collects traces as OpenTelemetry's collector does: OTLP over HTTP, as JSON. */
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { parseTraceparent } from '#platform/traces/trace-ids.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}
type SentSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  status: { code: number }
  attributes: Attribute[]
  links: { traceId: string; spanId: string }[]
}

export type CollectedSpan = Pick<SentSpan, 'name' | 'traceId' | 'spanId' | 'links'> & {
  service: unknown
  parentId: string | undefined
  tookMs: number
  failed: boolean
  attributes: Record<string, unknown>
}

export type Collector = {
  url: string
  spans: CollectedSpan[]
  /** All that was sent, as text. */
  text(): string
  stop(): Promise<void>
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

function collected({ resource, scopeSpans }: Sent['resourceSpans'][number]): CollectedSpan[] {
  const { 'service.name': service } = valuesOf(resource.attributes)
  return scopeSpans
    .flatMap(({ spans }) => spans)
    .map((span) => {
      const { name, traceId, spanId, parentSpanId: parentId, status, links } = span
      if (!parseTraceparent(`00-${traceId}-${spanId}-01`)) throw new Error(`No ids: ${traceId} ${spanId}`)
      const tookMs = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1_000_000
      const attributes = valuesOf(span.attributes)
      return { service, name, traceId, spanId, parentId, tookMs, failed: status.code === 2, attributes, links }
    })
}

export async function startCollector(port = 0): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const bodies: unknown[] = []
  const server = createServer((request, response) => {
    json(request).then(
      (body) => {
        bodies.push(body)
        spans.push(...(body as Sent).resourceSpans.flatMap(collected))
        response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
      },
      () => response.writeHead(400).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => JSON.stringify(bodies),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

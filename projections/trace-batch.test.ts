import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { appendSpanId, parseTraceparent, sampleOf } from '#platform/traces/trace-ids.ts'
import type { Span } from '#platform/traces/span-sender.ts'
import { traceBatch } from './trace-batch.ts'

type Batch = Parameters<typeof traceBatch>[1]

const eventOf = (commandId: string, $correlationId: string) =>
  ({ metadata: { commandId, $correlationId } }) as Batch['events'][number]

function traced(events: Batch['events'], share = 1) {
  const spans: Span[] = []
  const traces = { share, traceOf: sampleOf(share), record: (span: Span) => void spans.push(span) }
  return { told: traceBatch(traces, { events, count: events.length, tookMs: 5 }), spans }
}

it('records one span per command, below the append that wrote it, and tells where the push belongs', () => {
  const [command, request, other] = [randomUUID(), randomUUID(), randomUUID()]
  const { told, spans } = traced([eventOf(command, request), eventOf(command, request), eventOf(other, 'a chore')])
  expect(spans).toMatchObject([
    {
      traceId: request.replaceAll('-', ''),
      parentId: appendSpanId(command),
      attributes: { 'hatik.batch.events': 3 },
    },
  ])
  expect(told.map(parseTraceparent)).toEqual(spans.map(({ traceId, spanId }) => ({ traceId, spanId })))
})

it('records at most 50 spans of a batch, and none where traces are off', () => {
  const events = Array.from({ length: 4_000 }, () => eventOf(randomUUID(), randomUUID()))
  expect(traced(events).spans).toHaveLength(50)
  expect(traced(events, 0)).toEqual({ told: [], spans: [] })
})

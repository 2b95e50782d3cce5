import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { appendSpanId, parseTraceparent, sampleOf, traceparentOf } from './trace-ids.ts'

const ids = Array.from({ length: 4_000 }, () => randomUUID())

it('samples a share of all requests, and every process decides alike', () => {
  for (const none of [0, Number.MIN_VALUE]) expect(ids.filter(sampleOf(none))).toEqual([])
  expect(ids.filter(sampleOf(1))).toEqual(ids)
  const [one, other] = [sampleOf(0.25), sampleOf(0.25)]
  const sampled = ids.filter(one)
  expect(sampled.length).toBeGreaterThan(800)
  expect(sampled.length).toBeLessThan(1_200)
  expect(ids.filter(other)).toEqual(sampled)
})

it('names a trace by the id of its request, and none by another text', () => {
  const traceOf = sampleOf(1)
  expect(traceOf('0f8fad5b-d9cb-469f-a165-70867728950e')).toBe('0f8fad5bd9cb469fa16570867728950e')
  for (const text of ['', 'request-1', 'ffffffffffff', '0f8fad5b-d9cb-469f-a165-70867728950e-f'])
    expect(traceOf(text), text).toBeUndefined()
})

it('derives the span of an append from the command that every reader of its events knows', () => {
  expect(appendSpanId('0f8fad5b-d9cb-469f-a165-70867728950e')).toBe('0f8fad5bd9cb469f')
})

it('reads a well-formed traceparent and no other', () => {
  const place = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
  const written = traceparentOf(place)
  expect(parseTraceparent(written)).toEqual(place)
  const wrong = [
    undefined,
    ['a', 'b'],
    '',
    written.toUpperCase(),
    `${written}-more`,
    written.replace(/^00/, 'ff'),
    written.replace(place.traceId, '0'.repeat(32)),
    written.replace(place.spanId, '0'.repeat(16)),
  ]
  for (const text of wrong) expect(parseTraceparent(text), String(text)).toBeUndefined()
})

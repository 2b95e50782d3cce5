/**
 * Ids and times of spans. A trace's id is the request's id without dashes, which each event of the log carries as
 * `$correlationId`; so no process hands a context to another (decision 66).
 */
import { randomBytes } from 'node:crypto'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TAIL_DIGITS = 12
const TAILS = 2 ** 48
/** W3C's `traceparent`, version 00. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/
const ZEROS = /^0+$/

export type SpanPlace = { traceId: string; spanId: string }

/** The trace of a request; undefined if it is not sampled, or if the id is no UUID. */
export type TraceOf = (correlationId: string) => string | undefined

/** `share` of all traces, 0 to 1. Every process decides alike, because the id alone decides. */
export function sampleOf(share: number): TraceOf {
  const tail = Math.floor((1 - share) * TAILS)
  // Compared as text, which costs a tenth of parsing; `g` is behind all digits.
  const from = tail === TAILS ? 'g' : tail.toString(16).padStart(TAIL_DIGITS, '0')
  return (correlationId) =>
    correlationId.slice(-TAIL_DIGITS) >= from && UUID.test(correlationId)
      ? correlationId.replaceAll('-', '')
      : undefined
}

export const newSpanId = (): string => randomBytes(8).toString('hex')

/** Of the append that wrote a command, which happens once; the worker knows it from the event's metadata. */
export const appendSpanId = (commandId: string): string => commandId.replaceAll('-', '').slice(0, 16)

export const traceparentOf = ({ traceId, spanId }: SpanPlace): string => `00-${traceId}-${spanId}-01`

/** Undefined unless well-formed. */
export function parseTraceparent(text: unknown): SpanPlace | undefined {
  const [, traceId, spanId] = (typeof text === 'string' && TRACEPARENT.exec(text)) || []
  return traceId && spanId && !ZEROS.test(traceId) && !ZEROS.test(spanId) ? { traceId, spanId } : undefined
}

/** Finer than Date.now, and on one scale in every thread. */
export const epochMs = (): number => performance.timeOrigin + performance.now()

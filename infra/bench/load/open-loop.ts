/**
 * Latency: awards at a fixed rate, whether or not earlier ones are answered. Time counts from the intended start, so a
 * stall counts for all delayed awards (no coordinated omission).
 */
import { Samples } from '../measure/percentiles.ts'
import type { Awarder } from './awarder.ts'
import type { Measured, OnAcknowledged } from './closed-loop.ts'
import { Connection } from './connection.ts'
import type { Award } from './mix.ts'
import type { Host } from './request.ts'

const CONNECTIONS = 128
const TICK_MS = 1
/** Ms that overdue awards may still wait at the end. */
const LONGEST_LATENESS_MS = 3_000

export type OpenLoop = {
  host: Host
  awarder: Awarder
  next: () => Award
  perSecond: number
  warmMs: number
  measureMs: number
  onMeasuring: () => void
  onMeasured: () => void
  onAcknowledged?: OnAcknowledged
}

export async function openLoop(options: OpenLoop): Promise<Measured> {
  const { host, awarder, next, perSecond, warmMs, measureMs, onAcknowledged } = options
  const idle = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(host)))
  const due: number[] = []
  const latencyMs = new Samples()
  const serviceMs = new Samples()
  let waiting = 0
  let answered = 0
  let measuringFrom = Number.POSITIVE_INFINITY
  let broken: Error | undefined

  const sendDue = (): void => {
    while (due.length > 0 && idle.length > 0) {
      const intendedAt = due.shift()!
      const connection = idle.pop()!
      const prepared = awarder.prepare(next())
      const sentAt = performance.now()
      waiting += 1
      connection.send(prepared.request, (reply) => {
        const now = performance.now()
        waiting -= 1
        if (awarder.book(prepared, reply)) {
          if (reply && onAcknowledged) onAcknowledged(reply, now)
          if (intendedAt >= measuringFrom) {
            answered += 1
            latencyMs.push(now - intendedAt)
            serviceMs.push(now - sentAt)
          }
        }
        if (connection.open) idle.push(connection)
        else
          Connection.open(host).then(
            (fresh) => idle.push(fresh),
            (error: Error) => (broken = error),
          )
        sendDue()
      })
    }
  }

  const startedAt = performance.now()
  const total = Math.round(((warmMs + measureMs) / 1000) * perSecond)
  const measured = Math.round((warmMs / 1000) * perSecond)
  const intended = (index: number) => startedAt + (index * 1000) / perSecond
  let sent = 0
  while (sent < total) {
    await pause(TICK_MS)
    if (broken) throw broken
    const now = performance.now()
    for (; sent < total && intended(sent) <= now; sent += 1) {
      if (sent === measured) {
        measuringFrom = intended(sent)
        options.onMeasuring()
      }
      due.push(intended(sent))
    }
    sendDue()
  }
  const elapsedMs = performance.now() - measuringFrom
  options.onMeasured()
  const keptUpAt = performance.now() + LONGEST_LATENESS_MS
  while (due.length > 0 && performance.now() < keptUpAt) await pause(5)
  // Awards never sent are part of the result.
  const unsent = due.splice(0).length
  while (waiting > 0) await pause(5)
  for (const connection of idle) connection.close()
  return { answered, elapsedMs, latencyMs, serviceMs, unsent }
}

function pause(waitMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, waitMs))
}

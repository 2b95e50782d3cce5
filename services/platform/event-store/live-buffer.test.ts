import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLiveBuffer } from './live-buffer.ts'
import type { LogBatch, LogEvent, LogReader } from './log-reader.ts'

/** With gaps, as in a real log. */
const eventAt = (index: number): LogEvent => ({
  id: `event-${index}`,
  stream: 'account-1.2',
  revision: index,
  position: BigInt(100 + index * 7),
  type: 'PointsAwarded',
  data: {},
  metadata: {},
  storedAt: new Date(0),
})

/** Counts its reads. */
function storeOf(length: () => number): { log: LogReader; asked: () => number } {
  let asked = 0
  const log: LogReader = {
    async read(after, limit): Promise<LogBatch> {
      asked += 1
      const rest = Array.from({ length: length() }, (_, index) => eventAt(index)).filter(
        ({ position }) => after === null || position > after,
      )
      const events = rest.slice(0, limit)
      return { events, reachedHead: events.length === rest.length, lastPosition: events.at(-1)?.position ?? after }
    },
    head: async () => (length() === 0 ? null : eventAt(length() - 1).position),
    close: async () => {},
  }
  return { log, asked: () => asked }
}

const positions = (batch: LogBatch) => batch.events.map(({ position }) => position)

describe('the live buffer', () => {
  it('returns buffered events without reading the store, in batches of the requested size', async () => {
    const { log, asked } = storeOf(() => 6)
    const tail = createLiveBuffer()
    const reader = tail.over(log)
    for (let index = 0; index < 6; index += 1) tail.heard(eventAt(index))
    const first = await reader.read(eventAt(0).position, 3)
    expect(first).toEqual({ events: [1, 2, 3].map(eventAt), reachedHead: false, lastPosition: eventAt(3).position })
    expect(await reader.read(first.lastPosition, 3)).toEqual({
      events: [4, 5].map(eventAt),
      reachedHead: true,
      lastPosition: eventAt(5).position,
    })
    expect(asked()).toBe(0)
  })

  it('never reports an empty log: it asks the store, so a stalled subscription hides nothing', async () => {
    let written = 2
    const { log, asked } = storeOf(() => written)
    const tail = createLiveBuffer()
    const reader = tail.over(log)
    tail.heard(eventAt(0))
    tail.heard(eventAt(1))
    expect(positions(await reader.read(eventAt(1).position, 10))).toEqual([])
    written = 4
    expect(positions(await reader.read(eventAt(1).position, 10))).toEqual([eventAt(2).position, eventAt(3).position])
    expect(asked()).toBe(2)
  })

  it('leaves to the store events before its first one, the start of the log, and dropped events', async () => {
    const { log, asked } = storeOf(() => 20)
    const tail = createLiveBuffer({ most: 4 })
    const reader = tail.over(log)
    tail.heard(eventAt(5))
    tail.heard(eventAt(6))
    expect(positions(await reader.read(null, 2))).toEqual([eventAt(0).position, eventAt(1).position])
    expect(positions(await reader.read(eventAt(4).position, 2))).toEqual([eventAt(5).position, eventAt(6).position])
    for (let index = 7; index < 12; index += 1) tail.heard(eventAt(index))
    expect(positions(await reader.read(eventAt(6).position, 1))).toEqual([eventAt(7).position])
    expect(asked()).toBe(3)
  })

  it('reports many unread events once, and again only after a read', async () => {
    const { log } = storeOf(() => 30)
    let told = 0
    const tail = createLiveBuffer({ many: { events: 4, tell: () => (told += 1) } })
    const reader = tail.over(log)
    for (let index = 0; index < 3; index += 1) tail.heard(eventAt(index))
    expect(told).toBe(0)
    for (let index = 3; index < 10; index += 1) tail.heard(eventAt(index))
    expect(told).toBe(1)
    await reader.read(eventAt(0).position, 6)
    tail.heard(eventAt(10))
    expect(told).toBe(2)
    await reader.read(eventAt(6).position, 10)
    for (let index = 11; index < 15; index += 1) tail.heard(eventAt(index))
    expect(told).toBe(3)
  })

  it('returns the same events again to a reader that failed on them', async () => {
    const { log, asked } = storeOf(() => 3)
    const tail = createLiveBuffer()
    const reader = tail.over(log)
    for (let index = 0; index < 3; index += 1) tail.heard(eventAt(index))
    expect(await reader.read(eventAt(0).position, 10)).toEqual(await reader.read(eventAt(0).position, 10))
    expect(asked()).toBe(0)
  })

  it('reads like the log itself, whatever arrived late, twice or never, and however often the reader goes back', async () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant('write' as const), count: fc.integer({ min: 1, max: 5 }) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant('hear' as const), count: fc.integer({ min: 1, max: 4 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('hear again' as const), count: fc.integer({ min: 1, max: 3 }) }),
      },
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('read' as const), count: fc.integer({ min: 1, max: 6 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('go back' as const), count: fc.integer({ min: 0, max: 6 }) }),
      },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }),
        fc.integer({ min: 2, max: 6 }),
        fc.nat(4),
        async (steps, most, firstHeard) => {
          let written = 0
          let heard = firstHeard
          let after: bigint | null = null
          const seen: bigint[] = []
          const { log } = storeOf(() => written)
          const tail = createLiveBuffer({ most })
          const reader = tail.over(log)
          for (const { kind, count } of steps) {
            if (kind === 'write') written += count
            if (kind === 'hear')
              for (const end = heard + count; heard < Math.min(end, written); heard += 1) tail.heard(eventAt(heard))
            if (kind === 'hear again')
              for (let index = Math.max(firstHeard, heard - count); index < heard; index += 1)
                tail.heard(eventAt(index))
            if (kind === 'go back') {
              // As after a failed transaction.
              seen.splice(Math.max(0, seen.length - count))
              after = seen.at(-1) ?? null
            }
            if (kind === 'read') {
              const batch: LogBatch = await reader.read(after, count)
              seen.push(...positions(batch))
              after = batch.lastPosition
            }
          }
          for (;;) {
            const batch = await reader.read(after, 3)
            seen.push(...positions(batch))
            if (batch.events.length === 0) break
            after = batch.lastPosition
          }
          expect(seen).toEqual(Array.from({ length: written }, (_, index) => eventAt(index).position))
        },
      ),
      { numRuns: 500 },
    )
  })
})

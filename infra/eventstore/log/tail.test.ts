import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { eventFrame } from '../calls/encode.ts'
import type { StoredEvent } from './model.ts'
import { RecentIds } from './recent-ids.ts'
import { Tail } from './tail.ts'

const idOf = (position: number) => `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`

function stored(position: number, id = idOf(position)): StoredEvent {
  return {
    id,
    type: 't',
    isJson: false,
    data: Buffer.alloc(10),
    metadata: Buffer.alloc(0),
    position,
    stream: 's',
    revision: position,
    createdMs: 0,
  }
}
const MEGABYTE = 1024 * 1024
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => stored(from + index))
const positions = (events: StoredEvent[]) => events.map(({ position }) => position)

describe('the live buffer', () => {
  it('returns events after a position, up to the limit', () => {
    const tail = new Tail(0)
    tail.add(range(1, 9))
    expect(positions(tail.after(4, 3))).toEqual([5, 6, 7])
    expect(positions(tail.after(9, 3))).toEqual([])
    expect(tail.head).toBe(9)
  })

  it('knows from where it is complete', () => {
    const tail = new Tail(100)
    expect(tail.covers(99)).toBe(false)
    expect(tail.covers(100)).toBe(true)
    tail.add(range(101, 103))
    expect(positions(tail.after(100, 10))).toEqual([101, 102, 103])
    expect([100, 101, 103, 104].map((position) => tail.spans(position))).toEqual([false, true, true, false])
  })

  it('drops the oldest beyond its maximum number of events, and reports it', () => {
    const tail = new Tail(0, 5)
    tail.add(range(1, 20))
    expect(tail.covers(14)).toBe(false)
    expect(tail.covers(15)).toBe(true)
    expect(positions(tail.after(15, 10))).toEqual([16, 17, 18, 19, 20])
    for (let position = 21; position < 200; position += 1) tail.add([stored(position)])
    expect(positions(tail.after(194, 10))).toEqual([195, 196, 197, 198, 199])
  })

  it('drops the oldest beyond its maximum bytes', () => {
    const tail = new Tail(0, 1000, 50)
    tail.add(range(1, 10))
    expect(tail.covers(5)).toBe(false)
    expect(tail.head).toBe(10)
  })

  it('holds nothing of dropped events: a hundred megabytes are freed', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const tail = new Tail(0, 1000, 2 * MEGABYTE)
    collectGarbage()
    const before = process.memoryUsage().arrayBuffers
    for (let position = 1; position <= 100; position += 1)
      tail.add([{ ...stored(position), data: Buffer.alloc(MEGABYTE) }])
    // Other threads free collected memory a little later.
    await expect
      .poll(() => (collectGarbage(), process.memoryUsage().arrayBuffers - before), { timeout: 10_000 })
      .toBeLessThan(10 * MEGABYTE)
    expect(positions(tail.after(0, 10))).toEqual([100])
  })

  it('holds only the bytes of its events, however slowly they arrive', () => {
    const tail = new Tail(0)
    const payload = Buffer.from('{"points":12}')
    for (let position = 1; position <= 1_000; position += 1) {
      const message = Buffer.alloc(20_000)
      payload.copy(message, 5_000)
      tail.add([
        {
          ...stored(position),
          data: message.subarray(5_000, 5_000 + payload.length),
          metadata: message.subarray(0, 4),
        },
      ])
      // Simulates other users of Node's shared buffer pool.
      for (let taken = 0; taken < Buffer.poolSize; taken += 4_000) Buffer.allocUnsafe(4_000)
      eventFrame(tail.after(position - 1, 1)[0]!)
    }
    const kept = tail.after(0, 1_000)
    expect(kept.every(({ data, metadata }) => data.equals(payload) && metadata.equals(Buffer.alloc(4)))).toBe(true)
    const held = new Set(kept.flatMap(({ data, metadata, frame }) => [data.buffer, metadata.buffer, frame!.buffer]))
    const bytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0)
    expect(bytes).toBeLessThan(2 * kept.reduce((sum, { frame }) => sum + frame!.length, 0))
  })

  it('wakes all waiters, and none that has left', async () => {
    const tail = new Tail(0)
    const leaving = new AbortController()
    const waiting = [tail.changed(new AbortController().signal), tail.changed(leaving.signal)]
    leaving.abort()
    await waiting[1]
    tail.wake()
    await waiting[0]
    await tail.changed(AbortSignal.abort())
  })

  it('leaves no listeners behind with a repeated waiter', async () => {
    const tail = new Tail(0)
    const { signal } = new AbortController()
    for (let times = 0; times < 3; times += 1) {
      const changed = tail.changed(signal)
      tail.wake()
      await changed
    }
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('recent ids', () => {
  it('are few, and the oldest are dropped first', () => {
    const recent = new RecentIds(3)
    recent.add(range(1, 5))
    expect(recent.find('s', idOf(2))).toBeUndefined()
    expect(recent.find('s', idOf(3))).toMatchObject({ revision: 3, position: 3 })
  })

  it('are as old as their last write, including on another stream', () => {
    const recent = new RecentIds(3)
    recent.add(range(1, 3))
    recent.add([{ ...stored(4), id: idOf(1), stream: 'other' }, stored(5)])
    expect(recent.find('other', idOf(1))).toMatchObject({ revision: 4 })
    expect(recent.find('s', idOf(2))).toBeUndefined()
  })

  it('apply to their own stream only', () => {
    const recent = new RecentIds()
    recent.add([stored(1)])
    expect(recent.find('other', idOf(1))).toBeUndefined()
  })
})

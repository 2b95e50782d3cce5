import { describe, expect, it } from 'vitest'
import { createBell } from './bell.ts'

/** A queue whose wake-ups end on request. */
function slowQueue(): { ring: () => Promise<void>; answer: (error?: Error) => Promise<void>; rings: () => number } {
  const open: { resolve: () => void; reject: (error: Error) => void }[] = []
  let rings = 0
  return {
    ring: () => {
      rings += 1
      return new Promise((resolve, reject) => open.push({ resolve, reject }))
    },
    answer: async (error) => {
      const next = open.shift()
      if (error) next?.reject(error)
      else next?.resolve()
      await new Promise((resolve) => setImmediate(resolve))
    },
    rings: () => rings,
  }
}

describe('the wake-up', () => {
  it('happens at once for the first event', () => {
    const queue = slowQueue()
    createBell(queue.ring).heard()
    expect(queue.rings()).toBe(1)
  })

  it('happens once more for a hundred events during the current one', async () => {
    const queue = slowQueue()
    const bell = createBell(queue.ring)
    bell.heard()
    for (let each = 0; each < 100; each += 1) bell.heard()
    await queue.answer()
    expect(queue.rings()).toBe(2)
    await queue.answer()
    expect(queue.rings()).toBe(2)
    bell.heard()
    expect(queue.rings()).toBe(3)
  })

  it('does not happen for events that a catch-up has covered', async () => {
    const queue = slowQueue()
    const bell = createBell(queue.ring)
    bell.heard()
    bell.heard()
    bell.seen()
    await queue.answer()
    expect(queue.rings()).toBe(1)
    bell.heard()
    expect(queue.rings()).toBe(2)
  })

  it('is retried after a failure', async () => {
    const queue = slowQueue()
    const failures: unknown[] = []
    const bell = createBell(queue.ring, { onFailed: (error) => failures.push(error) })
    bell.heard()
    await queue.answer(new Error('Redis is away'))
    expect(failures).toHaveLength(1)
    await expect.poll(queue.rings).toBe(2)
    await queue.answer()
    await bell.stop()
  })

  it('stops when told to, after the last one', async () => {
    const queue = slowQueue()
    const bell = createBell(queue.ring)
    bell.heard()
    bell.heard()
    const stopped = bell.stop()
    await queue.answer()
    await stopped
    bell.heard()
    expect(queue.rings()).toBe(1)
  })
})

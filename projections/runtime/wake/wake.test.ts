import { describe, expect, it } from 'vitest'
import { createWakeUp } from './wake.ts'

/** A queue whose wake-ups end on request. */
function slowQueue(): { wake: () => Promise<void>; answer: (error?: Error) => Promise<void>; wakeUps: () => number } {
  const open: { resolve: () => void; reject: (error: Error) => void }[] = []
  let wakeUps = 0
  return {
    wake: () => {
      wakeUps += 1
      return new Promise((resolve, reject) => open.push({ resolve, reject }))
    },
    answer: async (error) => {
      const next = open.shift()
      if (error) next?.reject(error)
      else next?.resolve()
      await new Promise((resolve) => setImmediate(resolve))
    },
    wakeUps: () => wakeUps,
  }
}

const begun = () => new Promise((resolve) => setImmediate(resolve))

describe('the wake-up', () => {
  it('happens at once for the first event', async () => {
    const queue = slowQueue()
    createWakeUp(queue.wake).request()
    await begun()
    expect(queue.wakeUps()).toBe(1)
  })

  it('happens once more for a hundred events during the current one', async () => {
    const queue = slowQueue()
    const wakeUp = createWakeUp(queue.wake)
    wakeUp.request()
    await begun()
    for (let each = 0; each < 100; each += 1) wakeUp.request()
    await queue.answer()
    expect(queue.wakeUps()).toBe(2)
    await queue.answer()
    expect(queue.wakeUps()).toBe(2)
    wakeUp.request()
    await begun()
    expect(queue.wakeUps()).toBe(3)
  })

  it('does not happen for events that a catch-up has covered', async () => {
    const queue = slowQueue()
    const wakeUp = createWakeUp(queue.wake)
    wakeUp.request()
    await begun()
    wakeUp.request()
    wakeUp.cancel()
    await queue.answer()
    expect(queue.wakeUps()).toBe(1)
    wakeUp.request()
    await begun()
    expect(queue.wakeUps()).toBe(2)
  })

  it('is retried after a failure', async () => {
    const queue = slowQueue()
    const failures: unknown[] = []
    const wakeUp = createWakeUp(queue.wake, { onFailed: (error) => failures.push(error) })
    wakeUp.request()
    await begun()
    await queue.answer(new Error('Redis is away'))
    expect(failures).toHaveLength(1)
    await expect.poll(queue.wakeUps).toBe(2)
    await queue.answer()
    await wakeUp.stop()
  })

  it('stops when told to, after the last one', async () => {
    const queue = slowQueue()
    const wakeUp = createWakeUp(queue.wake)
    wakeUp.request()
    await begun()
    wakeUp.request()
    const stopped = wakeUp.stop()
    await queue.answer()
    await stopped
    wakeUp.request()
    await begun()
    expect(queue.wakeUps()).toBe(1)
  })
})

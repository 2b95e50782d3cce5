import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRuns, type Runs, type RunsOptions } from './runs.ts'

/** Catch-ups that end on request, and the number of `left` calls. */
function heldCatchUps(options: Partial<RunsOptions> = {}): {
  runs: Runs
  catchUps: () => number
  left: () => number
  end: (error?: Error) => Promise<void>
} {
  const open: { resolve: () => void; reject: (error: Error) => void }[] = []
  let catchUps = 0
  let left = 0
  const runs = createRuns({
    catchUp: () => {
      catchUps += 1
      return new Promise((resolve, reject) => open.push({ resolve, reject }))
    },
    restMs: () => 0,
    waitMs: 0,
    onLeft: () => (left += 1),
    signal: new AbortController().signal,
    ...options,
  })
  return {
    runs,
    catchUps: () => catchUps,
    left: () => left,
    async end(error) {
      const next = open.shift()
      if (error) next?.reject(error)
      else next?.resolve()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('projection jobs', () => {
  it('catch up again for events during a catch-up, and end without any', async () => {
    const { runs, catchUps, left, end } = heldCatchUps()
    let ended = false
    void runs.run().then(() => (ended = true))
    await vi.advanceTimersByTimeAsync(0)
    for (let each = 0; each < 100; each += 1) expect(runs.repeat()).toBe(true)
    await end()
    expect([catchUps(), ended]).toEqual([2, false])
    await end()
    expect([catchUps(), ended, left()]).toEqual([2, true, 0])
  })

  it('wait for the next event, which then needs no wake-up, and end without one', async () => {
    const { runs, catchUps, left, end } = heldCatchUps({ waitMs: 100 })
    let ended = false
    void runs.run().then(() => (ended = true))
    await vi.advanceTimersByTimeAsync(0)
    await end()
    await vi.advanceTimersByTimeAsync(99)
    expect([runs.repeat(), catchUps(), ended]).toEqual([true, 1, false])
    await vi.advanceTimersByTimeAsync(0)
    expect(catchUps()).toBe(2)
    await end()
    await vi.advanceTimersByTimeAsync(99)
    expect(ended).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect([ended, runs.repeat(), catchUps(), left()]).toEqual([true, false, 2, 0])
  })

  it('end after their maximum time, however close the events are', async () => {
    const { runs, catchUps, left, end } = heldCatchUps({ mostMs: 1_000, waitMs: 100 })
    let ended = false
    void runs.run().then(() => (ended = true))
    await vi.advanceTimersByTimeAsync(0)
    for (let each = 1; each <= 20; each += 1) {
      await end()
      await vi.advanceTimersByTimeAsync(60)
      if (ended) break
      runs.repeat()
      await vi.advanceTimersByTimeAsync(0)
    }
    expect([ended, left()]).toEqual([true, 0])
    expect(catchUps()).toBeGreaterThan(15)
  })

  it('leave events between jobs to the wake-up', async () => {
    const { runs, end } = heldCatchUps()
    expect(runs.repeat()).toBe(false)
    const run = runs.run()
    await vi.advanceTimersByTimeAsync(0)
    await end()
    await run
    expect(runs.repeat()).toBe(false)
  })

  it('include events during the pause in the next catch-up', async () => {
    const { runs, catchUps, end } = heldCatchUps({ restMs: () => 5 })
    const run = runs.run()
    await vi.advanceTimersByTimeAsync(4)
    expect([catchUps(), runs.repeat()]).toEqual([0, true])
    await vi.advanceTimersByTimeAsync(1)
    expect(catchUps()).toBe(1)
    await end()
    await run
    expect(catchUps()).toBe(1)
  })

  it('end after their maximum time, and report that events are left', async () => {
    const { runs, catchUps, left, end } = heldCatchUps({ mostMs: 50 })
    const run = runs.run()
    await vi.advanceTimersByTimeAsync(60)
    expect(runs.repeat()).toBe(true)
    await end()
    await run
    expect([catchUps(), left()]).toEqual([1, 1])
  })

  it('end with the current catch-up when stopped', async () => {
    const stopping = new AbortController()
    const { runs, catchUps, end } = heldCatchUps({ signal: stopping.signal })
    const run = runs.run()
    await vi.advanceTimersByTimeAsync(0)
    runs.repeat()
    stopping.abort()
    await end()
    await run
    expect(catchUps()).toBe(1)
  })

  it('report a promise broken by a failed catch-up once, and nothing without a promise', async () => {
    const { runs, left, end } = heldCatchUps()
    const failed = runs.run().catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(0)
    runs.repeat()
    await end()
    await end(new Error('PostgreSQL is away'))
    expect([await failed, left()]).toEqual(['PostgreSQL is away', 1])

    const again = runs.run().catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(0)
    await end(new Error('still away'))
    expect([await again, left()]).toEqual(['still away', 1])
  })

  it('run one after the other, also after a failure', async () => {
    const { runs, catchUps, end } = heldCatchUps()
    const first = runs.run().catch(() => 'failed')
    await vi.advanceTimersByTimeAsync(0)
    const second = runs.run().then(() => 'done')
    await vi.advanceTimersByTimeAsync(0)
    expect(catchUps()).toBe(1)
    await end(new Error('no'))
    expect([await first, catchUps()]).toEqual(['failed', 2])
    await end()
    expect(await second).toBe('done')
  })
})

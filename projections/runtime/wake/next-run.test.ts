import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNextRun } from './next-run.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(promise: Promise<void>): () => boolean {
  let done = false
  void promise.then(() => (done = true))
  return () => done
}

describe('the next job', () => {
  it('has begun for earlier waiters, not for those who wait for the one after', async () => {
    const run = createNextRun()
    const [first, beside] = [watch(run.begun(1_000)), watch(run.begun(1_000))]
    await vi.advanceTimersByTimeAsync(1)
    expect([first(), beside()]).toEqual([false, false])
    run.begins()
    const second = watch(run.begun(1_000))
    await vi.advanceTimersByTimeAsync(1)
    expect([first(), beside(), second()]).toEqual([true, true, false])
    run.begins()
    await vi.advanceTimersByTimeAsync(1)
    expect(second()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not awaited longer than told', async () => {
    const waited = watch(createNextRun().begun(20))
    await vi.advanceTimersByTimeAsync(19)
    expect(waited()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(waited()).toBe(true)
  })
})

import { EventEmitter } from 'node:events'
import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drain } from './drain.ts'
import { OutOfTime } from './settle-in-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A read of the client, of which this test is the server. */
function startRead({ waitMs, silenceMs }: { waitMs: number; silenceMs: number }) {
  const cancel = vi.fn<() => Promise<void>>(async () => {})
  const server = Object.assign(new EventEmitter(), { cancel })
  const drained = drain(server as unknown as StreamingRead<ResolvedEvent>, (event) => event as unknown as number, { waitMs, silenceMs, isCutOff: () => false })
  const outcome = drained.catch((error: unknown) => error)
  return { server, cancel, outcome }
}

describe('A read', () => {
  it('that goes on saying something is waited for, however long it takes in all', async () => {
    const { server, outcome } = startRead({ waitMs: 60_000, silenceMs: 5_000 })
    for (let said = 1; said <= 10; said += 1) {
      await vi.advanceTimersByTimeAsync(4_000)
      server.emit('data', said)
    }
    server.emit('end')
    expect(await outcome).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that falls silent is given up', async () => {
    const { server, cancel, outcome } = startRead({ waitMs: 60_000, silenceMs: 5_000 })
    await vi.advanceTimersByTimeAsync(4_000)
    server.emit('data', 1)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(cancel).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    expect(await outcome).toBeInstanceOf(OutOfTime)
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('is given up when its time is over, also while it says something', async () => {
    const { server, cancel, outcome } = startRead({ waitMs: 10_000, silenceMs: 5_000 })
    for (let said = 1; said <= 9; said += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      server.emit('data', said)
    }
    expect(cancel).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_001)
    expect(await outcome).toBeInstanceOf(OutOfTime)
    expect(cancel).toHaveBeenCalledOnce()
  })
})

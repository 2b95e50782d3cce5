import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OutOfTime } from '../settle-in-time.ts'
import type { ReadListener } from './call.ts'
import { drain } from './drain.ts'
import type { ReadEvent } from '../codec/read-reply.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startRead({ waitMs, silenceMs }: { waitMs: number; silenceMs: number }) {
  const cancel = vi.fn<() => void>()
  let listener: ReadListener | undefined
  const open = (told: ReadListener) => {
    listener = told
    return { cancel, pause: () => {}, resume: () => {} }
  }
  const drained = drain(open, ({ revision }) => revision, { waitMs, silenceMs })
  const outcome = drained.catch((error: unknown) => error)
  const say = (revision: number) => listener!.onReply({ kind: 'event', event: { revision } as ReadEvent })
  return { say, listener: listener!, cancel, outcome }
}

describe('A read', () => {
  it('that keeps sending events is awaited, however long it takes in total', async () => {
    const { say, listener, outcome } = startRead({ waitMs: 60_000, silenceMs: 5_000 })
    for (let said = 1; said <= 10; said += 1) {
      await vi.advanceTimersByTimeAsync(4_000)
      say(said)
    }
    listener.onOver(undefined)
    expect(await outcome).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that falls silent is cancelled', async () => {
    const { say, cancel, outcome } = startRead({ waitMs: 60_000, silenceMs: 5_000 })
    await vi.advanceTimersByTimeAsync(4_000)
    say(1)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(cancel).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    expect(await outcome).toBeInstanceOf(OutOfTime)
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('is cancelled at its deadline even while it sends events', async () => {
    const { say, cancel, outcome } = startRead({ waitMs: 10_000, silenceMs: 5_000 })
    for (let said = 1; said <= 9; said += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      say(said)
    }
    expect(cancel).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_001)
    expect(await outcome).toBeInstanceOf(OutOfTime)
    expect(cancel).toHaveBeenCalledOnce()
  })
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginEnding } from './end-in-time.ts'

const WAIT_MS = 8_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function begin() {
  const cutOff: (readonly string[])[] = []
  return { cutOff, ...beginEnding({ waitMs: WAIT_MS, onCutOff: (waitedFor) => cutOff.push(waitedFor) }) }
}

it('a process that is cut off reports the parts still open, and no others', async () => {
  const { cutOff, ended } = begin()
  await ended({ wakeUp: Promise.resolve(), subscription: Promise.reject(new Error('broken')) })
  void ended({ mails: Promise.resolve(), replays: new Promise(() => {}), chores: new Promise(() => {}) })
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1)
  expect(cutOff).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(cutOff).toEqual([['replays', 'chores']])
})

it('a part that fails to end does not hold up later ones', async () => {
  const { ended } = begin()
  await expect(ended({ store: Promise.reject(new Error('The store is away')) })).resolves.toBeUndefined()
})

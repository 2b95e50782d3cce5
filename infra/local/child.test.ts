import { afterEach, expect, it, vi } from 'vitest'
import { startChild, untilReady } from './child.ts'

const YEARS_MS = 56 * 365 * 86_400_000
afterEach(() => vi.useRealTimers())

it.each([
  ['ahead', YEARS_MS],
  ['back', -YEARS_MS],
])('a start while the clock is set %s by decades has the usual timeout', async (_where, stepMs) => {
  const child = await startChild({
    name: 'Part',
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    stopSignal: 'SIGTERM',
    stopWaitMs: 5_000,
  })
  try {
    let looks = 0
    const isReady = async () => {
      looks += 1
      if (looks === 1) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + stepMs })
      return looks === 3
    }
    await untilReady(child, 'Part', 60_000, isReady)
    await expect(untilReady(child, 'Part', 100, async () => false)).rejects.toThrow('Part was not ready after 100 ms')
  } finally {
    await child.kill()
  }
})

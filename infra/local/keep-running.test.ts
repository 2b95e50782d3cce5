import { describe, expect, it } from 'vitest'
import { waitUntil } from '../testing/wait-until.ts'
import { keepRunning } from './keep-running.ts'
import type { RunningServer } from './servers/postgres.ts'

describe('a part that is kept running', () => {
  it('a part is restarted when it ends, even if a start fails in between', async () => {
    const parts = imaginaryParts(['runs', 'fails', 'runs'])
    const reports: string[] = []
    const kept = await keepRunning('Part', { start: parts.start, report: (line) => reports.push(line) })
    parts.crash()
    await parts.startedTimes(3)
    await waitUntil('that it runs is told', () => reports.length === 3)
    expect(reports).toEqual(['Part 1 crashed, restarting it', 'Part failed to start: no room', 'Part is running again'])
    expect(kept.current()?.pid).toBe(3)
    await kept.stop()
  })

  it('a part is restarted again if requested during a start, which may have read old values', async () => {
    const parts = imaginaryParts(['runs', 'runs', 'runs'])
    let asked = 0
    let goOn = (): void => {}
    const start = async (): Promise<RunningServer> => {
      asked += 1
      if (asked === 2) await new Promise<void>((resolve) => (goOn = resolve))
      return parts.start()
    }
    const kept = await keepRunning('Part', { start, report: () => {} })
    parts.crash()
    await waitUntil('it is starting', () => asked === 2)
    await kept.restart()
    goOn()
    await parts.startedTimes(3)
    expect(kept.current()?.pid).toBe(3)
    await kept.stop()
  })

  it('a stopped part stays stopped', async () => {
    const parts = imaginaryParts(['runs', 'runs'])
    const kept = await keepRunning('Part', { start: parts.start, report: () => {} })
    parts.crash()
    await kept.stop()
    expect(parts.starts()).toBe(1)
    expect(kept.current()).toBeUndefined()
  })

  it('a part is not restarted if its first start fails', async () => {
    const parts = imaginaryParts(['fails'])
    await expect(keepRunning('Part', { start: parts.start, report: () => {} })).rejects.toThrow('no room')
  })
})

function imaginaryParts(fates: ('runs' | 'fails')[]) {
  let starts = 0
  let end = (_how: string): void => {}
  return {
    starts: () => starts,
    start: (): Promise<RunningServer> => {
      const pid = (starts += 1)
      if (fates[pid - 1] === 'fails') return Promise.reject(new Error('no room'))
      const exited = new Promise<string>((resolve) => (end = resolve))
      const stop = (): Promise<void> => Promise.resolve(end('stopped'))
      return Promise.resolve({ pid, url: '', port: 0, exited, stop, kill: stop })
    },
    crash: () => end(`Part ${starts} crashed`),
    startedTimes: async (times: number): Promise<void> => {
      while (starts < times) await new Promise((resolve) => setTimeout(resolve, 10))
      await new Promise((resolve) => setTimeout(resolve, 10))
    },
  }
}

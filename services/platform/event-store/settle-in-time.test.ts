import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { OutOfTime, settleInTime } from './settle-in-time.ts'

it('what has no time left is out of time at once, and Node writes no warning of its own between the lines of the log', async () => {
  const warnings: string[] = []
  const hear = (warning: Error) => void warnings.push(warning.name)
  process.on('warning', hear)
  await expect(settleInTime(new Promise(() => {}), -5)).rejects.toThrow(OutOfTime)
  await turn()
  process.off('warning', hear)
  expect(warnings).toEqual([])
})

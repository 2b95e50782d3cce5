import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { OutOfTime, settleInTime } from './settle-in-time.ts'

it('rejects at once if no time is left, without a Node warning in the log', async () => {
  const warnings: string[] = []
  const hear = (warning: Error) => void warnings.push(warning.name)
  process.on('warning', hear)
  await expect(settleInTime(new Promise(() => {}), -5)).rejects.toThrow(OutOfTime)
  await turn()
  process.off('warning', hear)
  expect(warnings).toEqual([])
})

import { expect, it } from 'vitest'
import { createComplaint } from './complaint.ts'

it('what fails again and again is said at once, then once a minute, and once when it works again', () => {
  let now = 5
  const said: string[] = []
  const log = {
    warn: ({ reason }: { reason: string }, words: string) => void said.push(`${now} ${words}: ${reason}`),
    info: (words: string) => void said.push(`${now} ${words}`),
  }
  const complaint = createComplaint(log as never, { failed: 'it failed', worked: 'it works' }, () => now)
  complaint.worked()
  for (; now < 70_000; now += 1_000) complaint.failed(new Error('away'))
  complaint.worked()
  complaint.worked()
  now += 1
  complaint.failed('away again')
  expect(said).toEqual(['5 it failed: away', '60005 it failed: away', '70005 it works', '70006 it failed: away again'])
})

import { expect, it } from 'vitest'
import { createThrottledLog, createThrottledLogs, createRateLimitedLog } from './throttled-log.ts'

it('logs a recurring failure at once, then once a minute, and once when it works again', () => {
  let now = 5
  const said: string[] = []
  const log = {
    warn: ({ reason }: { reason: string }, words: string) => void said.push(`${now} ${words}: ${reason}`),
    info: (words: string) => void said.push(`${now} ${words}`),
  }
  const throttled = createThrottledLog(log as never, { failed: 'it failed', worked: 'it works' }, () => now)
  throttled.worked()
  for (; now < 70_000; now += 1_000) throttled.failed(new Error('away'))
  throttled.worked()
  throttled.worked()
  now += 1
  throttled.failed('away again')
  expect(said).toEqual(['5 it failed: away', '60005 it failed: away', '70005 it works', '70006 it failed: away again'])
})

it('throttles by message, so that frequent retries do not flood the log during an outage', () => {
  let now = 5
  const said: string[] = []
  const complain = createThrottledLogs(
    {
      warn: ({ reason }: { reason: string }, words: string) => void said.push(`${now} ${words}: ${reason}`),
      info: () => {},
    } as never,
    () => now,
  )
  for (; now < 70_000; now += 5_000) for (const what of ['mails', 'events']) complain(what)(new Error('away'))
  expect(said).toEqual(['5 mails: away', '5 events: away', '60005 mails: away', '60005 events: away'])
})

it('logs the first repeated lines of each minute, and the number suppressed', () => {
  let now = 0
  const seldom = createRateLimitedLog(2, () => now)
  const said: (number | undefined)[] = []
  for (; now < 61_000; now += 20_000) said.push(seldom(), seldom())
  expect(said).toEqual([0, 0, undefined, undefined, undefined, undefined, 4, 0])
})

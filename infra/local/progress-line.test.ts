import { expect, it } from 'vitest'
import { createProgressLine } from './progress-line.ts'

function written(
  isTTY: boolean,
  steps: (progress: (line?: string) => void, wait: (ms: number) => void) => void,
): string {
  let text = ''
  let nowMs = 0
  steps(
    createProgressLine({ isTTY, write: (more) => (text += more) }, () => nowMs),
    (ms) => (nowMs += ms),
  )
  return text
}

it('a terminal shows one line, rewritten, and goes on below it', () => {
  const text = written(true, (progress) => {
    progress('10 %')
    progress('20 %')
    progress()
    progress()
  })
  expect(text).toBe('\r\x1b[2K10 %\r\x1b[2K20 %\n')
})

it('a log file gets a line a minute', () => {
  const text = written(false, (progress, wait) => {
    for (let percent = 0; percent < 100; percent += 1) {
      progress(`${percent} %`)
      wait(1_000)
    }
    progress()
  })
  expect(text).toBe('0 %\n60 %\n')
})

/** One line that is rewritten in a terminal. In a file it is written once a minute. */
const EVERY_MS = 60_000

type Output = { isTTY?: boolean; write(text: string): unknown }

/** Called without a line at the end. */
export function createProgressLine(
  output: Output,
  nowMs: () => number = () => performance.now(),
): (line?: string) => void {
  let shown = false
  let writtenAt = -Infinity
  return (line) => {
    if (output.isTTY === true) {
      if (line === undefined && shown) output.write('\n')
      else if (line !== undefined) output.write(`\r\x1b[2K${line}`)
      shown = line !== undefined
    } else if (line !== undefined && nowMs() - writtenAt >= EVERY_MS) {
      writtenAt = nowMs()
      output.write(`${line}\n`)
    }
  }
}

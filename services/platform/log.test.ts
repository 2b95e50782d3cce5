import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

/** As the API and the worker end: the last line, and then at once. */
const program = `
  import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
  const log = createLog({ level: 'info', base: { part: 'test' } })
  process.on('SIGTERM', () => {
    log.info('stopped')
    process.exit(0)
  })
  setInterval(() => {}, 1_000)
  log.info('running')
`

const ENDS_WITHIN_MS = 10_000

it('writes a line at once, and lets a process end whose lines nobody reads any more', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    expect(JSON.parse(line.toString())).toEqual({ level: 30, time: expect.any(Number), part: 'test', msg: 'running' })
    child.stdout.destroy()
    child.kill('SIGTERM')
    expect(await once(child, 'exit', { signal: AbortSignal.timeout(ENDS_WITHIN_MS) })).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
}, 2 * ENDS_WITHIN_MS)

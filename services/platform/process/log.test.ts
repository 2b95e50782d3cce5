import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

/** As API and worker end: a last line, then exit. */
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

/** A refused row: alone, among a chore's failures, and as a cause. */
const refused = `
  import pg from ${JSON.stringify(import.meta.resolve('pg'))}
  import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
  const said = { code: '23514', table: 'users', detail: 'Failing row contains (7, ani@hatik.test).', where: 'PL/pgSQL function f(ani@hatik.test)', internalQuery: "SELECT 'ani@hatik.test'" }
  const error = () => Object.assign(new pg.DatabaseError('new row for relation "users" violates check constraint "c"', 1, 'error'), said)
  const log = createLog({ level: 'info', base: {} })
  log.warn({ err: error() }, 'alone')
  log.error(error())
  log.warn({ err: new AggregateError([error(), new Error('another')], '2 failed') }, 'of several')
  log.warn({ err: Object.assign(new Error('not written', { cause: error() }), { inner: error(), at: new Date(0), detail: 'our own' }) }, 'inside')
`

it(
  'logs the table and constraint of a refused row, but none of its data (H25)',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', refused], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const text = (await child.stdout.setEncoding('utf8').toArray()).join('')
    expect(text).not.toContain('ani@hatik.test')
    const [alone, bare, several, inside] = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { err: Record<string, unknown> }).err)
    const shown = {
      type: 'DatabaseError',
      code: '23514',
      table: 'users',
      message: 'new row for relation "users" violates check constraint "c"',
      stack: expect.any(String),
    }
    expect([alone, bare]).toMatchObject([shown, shown])
    expect(several).toMatchObject({ type: 'AggregateError', aggregateErrors: [shown, { message: 'another' }] })
    expect(inside).toMatchObject({ inner: shown, at: '1970-01-01T00:00:00.000Z', detail: 'our own' })
  },
  ENDS_WITHIN_MS,
)

it(
  'writes a line at once, and lets a process exit when nobody reads its output',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [line] = (await once(child.stdout, 'data')) as [Buffer]
      expect(JSON.parse(line.toString())).toEqual({ level: 30, time: expect.any(Number), part: 'test', msg: 'running' })
      child.stdout.destroy()
      child.kill('SIGTERM')
      expect(await once(child, 'exit', { signal: AbortSignal.timeout(ENDS_WITHIN_MS) })).toEqual([0, null])
    } finally {
      child.kill('SIGKILL')
    }
  },
  2 * ENDS_WITHIN_MS,
)

it('logs no argument of a refused Redis command, however deeply nested: it may be a password or a session', async () => {
  const refused = `
    import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
    const refusal = (name) => Object.assign(new Error('WRONGPASS'), { command: { name, args: ['a-password'] } })
    // As the client tells of a transaction: it was given up, for each of these.
    const aborted = Object.assign(new Error('EXECABORT'), { command: { name: 'exec', args: ['a-password'] } })
    aborted.previousErrors = [refusal('set'), aborted]
    const log = createLog({ level: 'info', base: {} })
    log.error({ err: refusal('auth') }, 'request failed')
    log.error({ err: aborted }, 'in a list')
    log.error({ err: new AggregateError([refusal('get')], '1 failed') }, 'of several')
    log.error(Object.assign(new Error('not read'), { inner: refusal('del'), command: 'RCPT TO' }))
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', refused], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = await text(child.stdout)
  expect(lines).not.toContain('a-password')
  const [alone, list, several, inside] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  const shown = (name: string) => ({
    type: 'Error',
    message: 'WRONGPASS',
    stack: expect.any(String) as string,
    command: { name },
  })
  expect(alone).toMatchObject({ msg: 'request failed', err: shown('auth') })
  expect(list).toMatchObject({
    err: { message: 'EXECABORT', command: { name: 'exec' }, previousErrors: [shown('set'), null] },
  })
  expect(several).toMatchObject({ err: { type: 'AggregateError', aggregateErrors: [shown('get')] } })
  expect(inside).toMatchObject({ err: { inner: shown('del'), command: 'RCPT TO' } })
})

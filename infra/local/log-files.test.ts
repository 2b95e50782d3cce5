import fs, { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitUntil } from '../testing/wait-until.ts'
import { openLogs } from './log-files.ts'

/** More than a log's maximum size. */
const MUCH = 'x'.repeat(52 * 1024 * 1024)

describe('the log files', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hatik-logs-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  const textOf = (file: string) => {
    try {
      return readFileSync(join(folder, file), 'utf8')
    } catch {
      return ''
    }
  }

  it('keep the previous log of a start, and of one that grew too long', async () => {
    const before = openLogs(folder, () => {})
    before.of('api')('before')
    before.close()
    await waitUntil('it is written', () => textOf('api.log') === 'before\n')
    const logs = openLogs(folder, () => {})
    const log = logs.of('api')
    log('after')
    await waitUntil('it is written', () => textOf('api.log') === 'after\n')
    expect(textOf('api.log.1')).toBe('before\n')
    log(MUCH)
    await waitUntil('the long line is written', () => textOf('api.log').length > MUCH.length)
    expect(textOf('api.log.1')).toBe('after\n')
    logs.close()
  })

  it('are private, including those left open by an earlier version', async () => {
    writeFileSync(join(folder, 'api.log'), 'before\n', { mode: 0o644 })
    const logs = openLogs(folder, () => {})
    logs.of('api')('after')
    await waitUntil('it is written', () => textOf('api.log') === 'after\n')
    expect(['api.log', 'api.log.1'].map((file) => statSync(join(folder, file)).mode & 0o777)).toEqual([0o600, 0o600])
    logs.close()
  })

  it('continue after a deletion', async () => {
    const logs = openLogs(folder, () => {})
    const log = logs.of('api')
    log('first')
    await waitUntil('it is written', () => textOf('api.log') === 'first\n')
    rmSync(join(folder, 'api.log'))
    log(MUCH)
    await waitUntil('there is a new one', () => textOf('api.log').length > MUCH.length)
    logs.close()
  })

  it('continue in place if they cannot be moved', async () => {
    mkdirSync(join(folder, 'api.log.1'))
    const before = openLogs(folder, () => {})
    before.of('api')('before')
    await waitUntil('it is written', () => textOf('api.log') === 'before\n')
    before.close()
    const logs = openLogs(folder, () => {})
    logs.of('api')('after')
    await waitUntil('it is written behind', () => textOf('api.log') === 'before\nafter\n')
    logs.close()
  })

  it('continue once the obstacle is gone, as after a full disk', async () => {
    // Neither written nor moved.
    for (const inTheWay of ['api.log', 'api.log.1/full']) mkdirSync(join(folder, inTheWay), { recursive: true })
    const opening = vi.spyOn(fs, 'createWriteStream')
    syncBuiltinESMExports()
    const logs = openLogs(folder, () => {})
    const log = logs.of('api')
    log('lost')
    const file = opening.mock.results.at(-1)?.value as fs.WriteStream
    opening.mockRestore()
    syncBuiltinESMExports()
    await waitUntil('it could not be written', () => file.errored)
    for (const inTheWay of ['api.log', 'api.log.1']) rmSync(join(folder, inTheWay), { recursive: true })
    await waitUntil('lines are written again', () => {
      log('after')
      return textOf('api.log').includes('after\n')
    })
    logs.close()
  })
})

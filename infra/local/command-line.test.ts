import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { wordsOf } from './command-line.ts'
import { repository } from './settings.ts'

/** Each starts a process, also on a slow machine. */
const SLOWLY_MS = 60_000
/** Nothing listens there. */
const NOWHERE = 'postgres://hatik:secret@127.0.0.1:1/hatik'

function run(file: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', PORT: '0' }
    execFile(process.execPath, [file, ...args], { cwd: repository, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

describe('an invalid command prints its usage, exits with 2 and does nothing', () => {
  it.each([
    ['infra/admin/main.ts', ['create', 'somebody@example.am', '--wat']],
    ['infra/admin/main.ts', ['create', 'somebody@example.am', '--name']],
    ['infra/admin/main.ts', ['create', 'somebody@example.am', 'else@example.am', '--database', NOWHERE]],
    ['infra/admin/main.ts', ['create', `${'a'.repeat(300)}@example.am`, '--database', NOWHERE]],
    ['infra/admin/main.ts', ['create', 'somebody@example.am', '--name', 'https://example.am', '--database', NOWHERE]],
    ['infra/import/main.ts', ['purchases.csv', '--bussiness', 'shop@example.am']],
    [
      'infra/import/main.ts',
      [
        'purchases.csv',
        'more.csv',
        '--business',
        'shop@example.am',
        '--address',
        'http://127.0.0.1:1',
        '--database',
        NOWHERE,
      ],
    ],
    [
      'infra/import/main.ts',
      ['purchases.csv', '--business', 'shop@example.am', '--address', '127.0.0.1:1', '--database', NOWHERE],
    ],
    ['infra/replay/main.ts', ['--diff', '--foo']],
    ['infra/replay/main.ts', ['--diff', 'more']],
    ['infra/bench/main.ts', ['--suite', 'awards']],
    ['infra/bench/main.ts', ['--rapid']],
    ['infra/local/start.ts', ['--port', '4000']],
  ])(
    '%s %j',
    async (file, args) => {
      const { code, out, err } = await run(file, ...args)
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(/npm (run|start)|^--address: must be a URL/)
      expect(err).not.toMatch(/\n {4}at |secret/)
    },
    SLOWLY_MS,
  )

  it(
    '--help prints the usage and exits with 0',
    async () => {
      for (const file of [
        'infra/admin/main.ts',
        'infra/bench/main.ts',
        'infra/import/main.ts',
        'infra/replay/main.ts',
        'infra/local/start.ts',
      ]) {
        const { code, out, err } = await run(file, '--help')
        expect([file, code, err]).toEqual([file, 0, ''])
        expect(out).toMatch(/^npm (run|start)/)
      }
    },
    SLOWLY_MS,
  )
})

it(
  'an unreachable server is reported with its own error, without a stack',
  async () => {
    const { code, out, err } = await run('infra/admin/main.ts', 'create', 'somebody@example.am', '--database', NOWHERE)
    expect([code, out, err]).toEqual([1, '', 'connect ECONNREFUSED 127.0.0.1:1\n'])
  },
  SLOWLY_MS,
)

it('an error message is never empty or a mere "fetch failed"', () => {
  const refused = (address: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' })
  expect(wordsOf(new AggregateError([refused('::1'), refused('127.0.0.1')]))).toBe(
    'connect ECONNREFUSED ::1; connect ECONNREFUSED 127.0.0.1',
  )
  expect(wordsOf(new TypeError('fetch failed', { cause: refused('127.0.0.1') }))).toBe('connect ECONNREFUSED 127.0.0.1')
  expect(wordsOf(Object.assign(new Error(''), { code: 'EPIPE' }))).toBe('EPIPE')
  expect(wordsOf('away')).toBe('away')
})

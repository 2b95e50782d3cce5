import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../local/settings.ts'
import {
  named,
  playwrightCounts,
  playwrightErrorsOutside,
  playwrightFailures,
  playwrightRetried,
  sum,
  tooManyRetried,
  vitestCounts,
  vitestErrorsOutside,
  vitestFailures,
  vitestRetried,
  withExitCode,
} from './counts.ts'

describe('the closing line of npm test', () => {
  it('the closing line adds up what all runners report', () => {
    expect(
      sum([
        { passed: 4, failed: 0 },
        { passed: 10, failed: 2 },
      ]),
    ).toEqual({ passed: 14, failed: 2 })
  })

  it('an unloadable file counts as a failure', () => {
    expect(vitestCounts({ numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 1 })).toEqual({
      passed: 3,
      failed: 1,
    })
    expect(vitestCounts({ numPassedTests: 3, numFailedTests: 2, numFailedTestSuites: 4 })).toEqual({
      passed: 3,
      failed: 2,
    })
  })

  it('Playwright’s expected and unexpected results are counted', () => {
    expect(playwrightCounts({ stats: { expected: 5, flaky: 1, unexpected: 2, skipped: 0 } })).toEqual({
      passed: 6,
      failed: 2,
    })
  })

  it('a runner that exited with an error or left no report never passes', () => {
    expect(withExitCode({ passed: 9, failed: 0 }, 1)).toEqual({ passed: 9, failed: 1 })
    expect(withExitCode(undefined, 0)).toEqual({ passed: 0, failed: 1 })
    expect(withExitCode({ passed: 9, failed: 0 }, 0)).toEqual({ passed: 9, failed: 0 })
  })

  it('every failed test and every file that failed to run is named', () => {
    const results = [
      {
        name: '/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'adds up' },
          { status: 'passed', fullName: 'stays' },
        ],
      },
      { name: '/b.test.ts', status: 'failed', assertionResults: [] },
      { name: '/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'holds' }] },
    ]
    expect(vitestFailures({ testResults: results })).toEqual([
      { file: '/a.test.ts', title: 'adds up' },
      { file: '/b.test.ts', title: '(the file failed to run)' },
    ])
    const suites = [
      {
        specs: [{ ok: true, title: 'x', file: 'x.ts' }],
        suites: [{ specs: [{ ok: false, title: 'y', file: 'y.ts' }] }],
      },
    ]
    expect(playwrightFailures({ suites })).toEqual([{ file: 'y.ts', title: 'y' }])
  })
})

describe('a retry', () => {
  const test = (title: string) => ({ file: 'a.test.ts', title })

  it('retries are read from each runner’s report', () => {
    expect(vitestRetried({ errors: [], retried: [test('adds up')] })).toEqual([test('adds up')])
    expect(vitestRetried(undefined)).toEqual([])
    const spec = (title: string, status: string) => ({ ok: true, ...test(title), tests: [{ status }] })
    const suites = [{ specs: [spec('x', 'expected')], suites: [{ specs: [spec('y', 'flaky')] }] }]
    expect(playwrightRetried({ suites })).toEqual([test('y')])
    expect(playwrightRetried(undefined)).toEqual([])
  })

  it('the run fails if more than two tests passed only on retry', () => {
    expect(tooManyRetried([test('a'), test('b')])).toEqual([])
    expect(tooManyRetried([test('a'), test('b'), test('c')])).toEqual([
      { file: 'Second tries', title: '3 tests passed only on retry; at most 2 may' },
    ])
  })
})

describe('names of failures', () => {
  const a = { file: '/a.test.ts', title: 'adds up' }
  const outside = { file: '/b.test.ts', title: '(outside any test) the worker died' }
  const outcome = { passed: 9, failed: 0, failures: [], errorsOutside: [], retried: [] }

  it('the names of failures include errors outside any test', () => {
    expect(named('Unit tests', { ...outcome, failed: 2, failures: [a], errorsOutside: [outside] })).toEqual([
      a,
      outside,
    ])
  })

  it('the names of failures include a runner that failed without naming any', () => {
    expect(named('Unit tests', { ...outcome, failed: 1 })).toEqual([
      { file: 'Unit tests', title: 'failed without a failed test' },
    ])
    expect(named('Unit tests', outcome)).toEqual([])
  })
})

describe('an error outside any test', () => {
  it('errors outside any test are read from each runner’s report, and a missing report counts as one', () => {
    const errors = [{ message: 'the worker died\n  at x', VITEST_TEST_PATH: '/b.test.ts' }, { message: 'no file' }]
    expect(vitestErrorsOutside('Unit tests', {}, { errors, retried: [] })).toEqual([
      { file: '/b.test.ts', title: '(outside any test) the worker died' },
      { file: 'Unit tests', title: '(outside any test) no file' },
    ])
    expect(vitestErrorsOutside('Unit tests', {}, { errors: [], retried: [] })).toEqual([])
    expect(vitestErrorsOutside('Unit tests', {}, undefined)).toHaveLength(1)
    expect(vitestErrorsOutside('Unit tests', undefined, undefined)).toEqual([])
    expect(playwrightErrorsOutside('Browser tests', { errors: [{ message: 'the setup broke' }] })).toEqual([
      { file: 'Browser tests', title: '(outside any test) the setup broke' },
    ])
    expect(playwrightErrorsOutside('Browser tests', undefined)).toEqual([])
  })

  it('vitest records an unhandled rejection and a dead worker beside a retry', { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'hatik-run-report-'))
    try {
      writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: { globals: true, pool: 'forks' } }`)
      writeFileSync(
        join(folder, 'rejects.test.mjs'),
        `it('passes', () => void Promise.reject(new Error('nobody caught me')))`,
      )
      writeFileSync(
        join(folder, 'second.test.mjs'),
        `let tries = 0; it('passes at its second try', { retry: 1 }, () => { if (tries++ === 0) throw new Error('first') })`,
      )
      writeFileSync(join(folder, 'dies.test.mjs'), `it('dies', () => process.kill(process.pid, 'SIGKILL'))`)
      const written = join(folder, 'report.json')
      const program = [
        join(repository, 'node_modules/.bin/vitest'),
        'run',
        '--root',
        folder,
        `--reporter=${join(repository, 'infra/quality/run-reporter.ts')}`,
      ]
      spawnSync(process.execPath, program, { cwd: folder, env: { ...process.env, RUN_REPORT: written } })
      const beside: unknown = JSON.parse(readFileSync(written, 'utf8'))
      expect(vitestRetried(beside)).toEqual([
        { file: join(folder, 'second.test.mjs'), title: 'passes at its second try' },
      ])
      const named = vitestErrorsOutside('Unit tests', {}, beside)
      expect(named).toContainEqual({
        file: join(folder, 'rejects.test.mjs'),
        title: '(outside any test) nobody caught me',
      })
      expect(named).toContainEqual({
        file: 'Unit tests',
        title: expect.stringMatching(/Worker exited unexpectedly .*dies\.test\.mjs/),
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('an error outside any test is counted beside the failed tests', () => {
    expect(withExitCode({ passed: 9, failed: 1 }, 1, 1)).toEqual({ passed: 9, failed: 2 })
    expect(withExitCode({ passed: 9, failed: 0 }, 1, 1)).toEqual({ passed: 9, failed: 1 })
    expect(withExitCode({ passed: 9, failed: 0 }, 0, 1)).toEqual({ passed: 9, failed: 1 })
  })
})

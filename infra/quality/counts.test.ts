import { describe, expect, it } from 'vitest'
import { playwrightCounts, playwrightFailures, sum, vitestCounts, vitestFailures, withExitCode } from './counts.ts'

describe('the closing line of npm test', () => {
  it('adds what all runners report', () => {
    expect(sum([{ passed: 4, failed: 0 }, { passed: 10, failed: 2 }])).toEqual({ passed: 14, failed: 2 })
  })

  it('counts a file that cannot be loaded as a failure', () => {
    expect(vitestCounts({ numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 1 })).toEqual({ passed: 3, failed: 1 })
    expect(vitestCounts({ numPassedTests: 3, numFailedTests: 2, numFailedTestSuites: 4 })).toEqual({ passed: 3, failed: 2 })
  })

  it('counts what Playwright expected and what it did not', () => {
    expect(playwrightCounts({ stats: { expected: 5, flaky: 1, unexpected: 2, skipped: 0 } })).toEqual({ passed: 6, failed: 2 })
  })

  it('never calls a runner green that ended badly or left no report', () => {
    expect(withExitCode({ passed: 9, failed: 0 }, 1)).toEqual({ passed: 9, failed: 1 })
    expect(withExitCode(undefined, 0)).toEqual({ passed: 0, failed: 1 })
    expect(withExitCode({ passed: 9, failed: 0 }, 0)).toEqual({ passed: 9, failed: 0 })
  })

  it('names every test that failed, and every file that could not be run', () => {
    const results = [
      { name: '/a.test.ts', status: 'failed', assertionResults: [{ status: 'failed', fullName: 'adds up' }, { status: 'passed', fullName: 'stays' }] },
      { name: '/b.test.ts', status: 'failed', assertionResults: [] },
      { name: '/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'holds' }] },
    ]
    expect(vitestFailures({ testResults: results })).toEqual([{ file: '/a.test.ts', title: 'adds up' }, { file: '/b.test.ts', title: '(the file could not be run)' }])
    const suites = [{ specs: [{ ok: true, title: 'x', file: 'x.ts' }], suites: [{ specs: [{ ok: false, title: 'y', file: 'y.ts' }] }] }]
    expect(playwrightFailures({ suites })).toEqual([{ file: 'y.ts', title: 'y' }])
  })
})

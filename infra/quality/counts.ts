/** How many passed and failed, as each runner's own report says it. */
export interface Counts {
  passed: number
  failed: number
}

/**
 * The counts of a runner's report, and its errors outside any test as failures; a runner that ended badly although its report shows no failure (an unhandled error, a crash,
 * no report at all) counts as one failure more, so that nothing is lost.
 */
export function withExitCode(counts: Counts | undefined, exitCode: number, errorsOutside = 0): Counts {
  const { passed, failed } = counts ?? { passed: 0, failed: 0 }
  const inAll = failed + errorsOutside
  return { passed, failed: inAll === 0 && (counts === undefined || exitCode !== 0) ? 1 : inAll }
}

/** From vitest's JSON report. */
export function vitestCounts(report: unknown): Counts | undefined {
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numFailedTestSuites: suites,
  } = report as Record<string, unknown>
  if (typeof passed !== 'number' || typeof failed !== 'number') return undefined
  // A file that cannot be loaded fails without a single failed test.
  return { passed, failed: failed === 0 && typeof suites === 'number' ? suites : failed }
}

/** From Playwright's JSON report. A test that passed only when tried again passed. */
export function playwrightCounts(report: unknown): Counts | undefined {
  const stats = (report as { stats?: Record<string, unknown>; errors?: unknown[] }).stats
  const { expected, flaky, unexpected } = stats ?? {}
  if (typeof expected !== 'number' || typeof unexpected !== 'number') return undefined
  return { passed: expected + (typeof flaky === 'number' ? flaky : 0), failed: unexpected }
}

export function sum(all: Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
  }
}

/** A test that failed, or a file that could not be run: where, and what it is called. */
export interface Failure {
  file: string
  title: string
}

/** From vitest's JSON report; files by their absolute path. */
export function vitestFailures(report: unknown): Failure[] {
  const { testResults } = report as {
    testResults?: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
  }
  return (testResults ?? []).flatMap(({ name: file, status, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName: title }) => ({ file, title }))
    return failed.length === 0 && status === 'failed' ? [{ file, title: '(the file could not be run)' }] : failed
  })
}

interface PlaywrightSpec {
  ok: boolean
  title: string
  file: string
  tests?: { status: string }[]
}
interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: PlaywrightSpec[]
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
]
const asNamed = ({ file, title }: PlaywrightSpec): Failure => ({ file, title })

/** From Playwright's JSON report; files relative to the folder that it looks in. */
export const playwrightFailures = (report: unknown): Failure[] =>
  specsOf(report as PlaywrightSuite)
    .filter(({ ok }) => !ok)
    .map(asNamed)

/** From Playwright's JSON report: the tests that passed only at their second try. */
export const playwrightRetried = (report: unknown): Failure[] =>
  specsOf((report ?? {}) as PlaywrightSuite)
    .filter(({ tests = [] }) => tests.some(({ status }) => status === 'flaky'))
    .map(asNamed)

/** An error that belongs to no test: an unhandled rejection, a worker that died, a setup that broke. */
interface ErrorOutside {
  message?: string
  VITEST_TEST_PATH?: string
}

const asFailure = (runner: string, { message, VITEST_TEST_PATH: file }: ErrorOutside): Failure => ({
  file: file ?? runner,
  title: `(outside any test) ${message?.split('\n')[0] ?? 'an error without a word'}`,
})

/** What run-reporter.ts writes beside vitest's own report. */
export interface RunReport {
  errors: ErrorOutside[]
  retried: Failure[]
}

/** The errors outside any test, from run-reporter.ts. Where its report is missing although the tests ran, that counts as one. */
export function vitestErrorsOutside(runner: string, report: unknown, beside: unknown): Failure[] {
  const errors = (beside as Partial<RunReport> | undefined)?.errors
  if (errors) return errors.map((error) => asFailure(runner, error))
  return report === undefined ? [] : [asFailure(runner, { message: 'nothing says whether there were errors' })]
}

/** The tests that passed only at their second try, from run-reporter.ts. */
export const vitestRetried = (beside: unknown): Failure[] => (beside as Partial<RunReport> | undefined)?.retried ?? []

/** From Playwright's JSON report, which has them itself. */
export function playwrightErrorsOutside(runner: string, report: unknown): Failure[] {
  return ((report as { errors?: ErrorOutside[] } | undefined)?.errors ?? []).map((error) => asFailure(runner, error))
}

/** What a runner's process came to. */
export interface Outcome extends Counts {
  failures: Failure[]
  errorsOutside: Failure[]
  /** Passed only at their second try. */
  retried: Failure[]
}

/** More tests than this that need a second try are a fault to mend, and fail the run. */
const MOST_RETRIED = 2

/** The run's failure where too many tests needed a second try; otherwise none. */
export const tooManyRetried = (retried: readonly Failure[]): Failure[] =>
  retried.length > MOST_RETRIED
    ? [{ file: 'Second tries', title: `${retried.length} tests needed one; at most ${MOST_RETRIED} may` }]
    : []

/** What failed, by name; a runner that ended badly without naming anything is named itself. */
export function named(runner: string, { failed, failures, errorsOutside }: Outcome): Failure[] {
  if (failed === 0) return []
  const all = [...failures, ...errorsOutside]
  return all.length > 0 ? all : [{ file: runner, title: 'ended badly without a failed test' }]
}

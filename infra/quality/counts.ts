export interface Counts {
  passed: number
  failed: number
}

/** Counts errors outside tests as failures. A runner that exits badly without a reported failure counts as one more. */
export function withExitCode(counts: Counts | undefined, exitCode: number, errorsOutside = 0): Counts {
  const { passed, failed } = counts ?? { passed: 0, failed: 0 }
  const inAll = failed + errorsOutside
  return { passed, failed: inAll === 0 && (counts === undefined || exitCode !== 0) ? 1 : inAll }
}

export function vitestCounts(report: unknown): Counts | undefined {
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numFailedTestSuites: suites,
  } = report as Record<string, unknown>
  if (typeof passed !== 'number' || typeof failed !== 'number') return undefined
  // A file that cannot be loaded has no failed test.
  return { passed, failed: failed === 0 && typeof suites === 'number' ? suites : failed }
}

/** Flaky tests count as passed. */
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

/** A failed test, or a file that could not run. */
export interface Failure {
  file: string
  title: string
}

/** Files by absolute path. */
export function vitestFailures(report: unknown): Failure[] {
  const { testResults } = report as {
    testResults?: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
  }
  return (testResults ?? []).flatMap(({ name: file, status, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName: title }) => ({ file, title }))
    return failed.length === 0 && status === 'failed' ? [{ file, title: '(the file failed to run)' }] : failed
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

/** Files relative to the test folder. */
export const playwrightFailures = (report: unknown): Failure[] =>
  specsOf(report as PlaywrightSuite)
    .filter(({ ok }) => !ok)
    .map(asNamed)

/** Tests that passed only on retry. */
export const playwrightRetried = (report: unknown): Failure[] =>
  specsOf((report ?? {}) as PlaywrightSuite)
    .filter(({ tests = [] }) => tests.some(({ status }) => status === 'flaky'))
    .map(asNamed)

/** E.g. an unhandled rejection, a dead worker or a failed setup. */
interface ErrorOutside {
  message?: string
  VITEST_TEST_PATH?: string
}

const asFailure = (runner: string, { message, VITEST_TEST_PATH: file }: ErrorOutside): Failure => ({
  file: file ?? runner,
  title: `(outside any test) ${message?.split('\n')[0] ?? 'an error without a message'}`,
})

/** Written by run-reporter.ts beside vitest's report. */
export interface RunReport {
  errors: ErrorOutside[]
  retried: Failure[]
}

/** A missing report counts as one error if tests ran. */
export function vitestErrorsOutside(runner: string, report: unknown, beside: unknown): Failure[] {
  const errors = (beside as Partial<RunReport> | undefined)?.errors
  if (errors) return errors.map((error) => asFailure(runner, error))
  return report === undefined
    ? []
    : [asFailure(runner, { message: 'the report does not say whether there were errors' })]
}

/** Tests that passed only on retry. */
export const vitestRetried = (beside: unknown): Failure[] => (beside as Partial<RunReport> | undefined)?.retried ?? []

export function playwrightErrorsOutside(runner: string, report: unknown): Failure[] {
  return ((report as { errors?: ErrorOutside[] } | undefined)?.errors ?? []).map((error) => asFailure(runner, error))
}

export interface Outcome extends Counts {
  failures: Failure[]
  errorsOutside: Failure[]
  /** Passed only on retry. */
  retried: Failure[]
}

/** More retried tests fail the run. */
const MOST_RETRIED = 2

export const tooManyRetried = (retried: readonly Failure[]): Failure[] =>
  retried.length > MOST_RETRIED
    ? [{ file: 'Second tries', title: `${retried.length} tests passed only on retry; at most ${MOST_RETRIED} may` }]
    : []

/** Names the runner itself if it failed without naming anything. */
export function named(runner: string, { failed, failures, errorsOutside }: Outcome): Failure[] {
  if (failed === 0) return []
  const all = [...failures, ...errorsOutside]
  return all.length > 0 ? all : [{ file: runner, title: 'failed without a failed test' }]
}

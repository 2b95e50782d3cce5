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

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { ok: boolean; title: string; file: string }[]
}

/** From Playwright's JSON report; files relative to the folder that it looks in. */
export function playwrightFailures(report: unknown): Failure[] {
  const inSuite = ({ suites = [], specs = [] }: PlaywrightSuite): Failure[] => [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => ({ file, title })),
    ...suites.flatMap(inSuite),
  ]
  return inSuite(report as PlaywrightSuite)
}

/** An error that belongs to no test: an unhandled rejection, a worker that died, a setup that broke. */
interface ErrorOutside {
  message?: string
  VITEST_TEST_PATH?: string
}

const asFailure = (runner: string, { message, VITEST_TEST_PATH: file }: ErrorOutside): Failure => ({
  file: file ?? runner,
  title: `(outside any test) ${message?.split('\n')[0] ?? 'an error without a word'}`,
})

/**
 * From what errors-outside.ts wrote beside vitest's report, which tells of tests alone. A report without it says half, and counts as an
 * error; where there is neither, the exit code says it.
 */
export function vitestErrorsOutside(runner: string, report: unknown, written: unknown): Failure[] {
  if (Array.isArray(written)) return written.map((error: ErrorOutside) => asFailure(runner, error))
  return report === undefined ? [] : [asFailure(runner, { message: 'nothing says whether there were errors' })]
}

/** From Playwright's JSON report, which has them itself. */
export function playwrightErrorsOutside(runner: string, report: unknown): Failure[] {
  return ((report as { errors?: ErrorOutside[] } | undefined)?.errors ?? []).map((error) => asFailure(runner, error))
}

/** What a runner's process came to. */
export interface Outcome extends Counts {
  failures: Failure[]
  errorsOutside: Failure[]
}

/** More than this many is no lost race. */
const MOST_FILES_AGAIN = 6

/**
 * The files to run once more by themselves, an empty list for all of them. Undefined where nothing failed, where too much did, and where
 * there was an error outside any test: no file stands for that one, so no second run of a file excuses it.
 */
export function filesToRunAgain({ failed, failures, errorsOutside }: Outcome): string[] | undefined {
  const files = [...new Set(failures.map(({ file }) => file))]
  return failed === 0 || errorsOutside.length > 0 || files.length > MOST_FILES_AGAIN ? undefined : files
}

/** What stands after both runs: a failure of the second is one, and what passed in it has passed. */
export function afterSecondRun(first: Outcome, second: Outcome): Outcome {
  if (second.failed === 0)
    return { passed: first.passed + first.failures.length, failed: 0, failures: [], errorsOutside: [] }
  return { ...first, failures: [...first.failures, ...second.failures], errorsOutside: second.errorsOutside }
}

/** What failed, by name; a runner that ended badly without naming anything is named itself. */
export function named(runner: string, { failed, failures, errorsOutside }: Outcome): Failure[] {
  if (failed === 0) return []
  const all = [...failures, ...errorsOutside]
  return all.length > 0 ? all : [{ file: runner, title: 'ended badly without a failed test' }]
}

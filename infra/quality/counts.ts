/** How many passed and failed, as each runner's own report says it. */
export interface Counts {
  passed: number
  failed: number
}

/**
 * The counts of a runner's report; a runner that ended badly although its report shows no failure (an unhandled error, a crash,
 * no report at all) counts as one failure more, so that nothing is lost.
 */
export function withExitCode(counts: Counts | undefined, exitCode: number): Counts {
  if (counts === undefined) return { passed: 0, failed: 1 }
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** From vitest's JSON report. */
export function vitestCounts(report: unknown): Counts | undefined {
  const { numPassedTests: passed, numFailedTests: failed, numFailedTestSuites: suites } = report as Record<string, unknown>
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
  const { testResults } = report as { testResults?: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[] }
  return (testResults ?? []).flatMap(({ name: file, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName: title }) => ({ file, title }))
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

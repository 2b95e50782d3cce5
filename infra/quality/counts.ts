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

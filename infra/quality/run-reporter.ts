/**
 * A vitest reporter for errors outside tests and for tests that passed only on retry, which the JSON report lacks.
 * Writes to RUN_REPORT.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'
import type { RunReport } from './counts.ts'

export default class RunReporter implements Reporter {
  onTestRunEnd(...[modules, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env['RUN_REPORT']
    if (file === undefined) return
    const report: RunReport = {
      // Only the cause of a dead worker's error names its file.
      errors: errors.map(({ message, cause, VITEST_TEST_PATH }) => ({
        message: messageOf(cause) ?? message,
        ...(typeof VITEST_TEST_PATH === 'string' && { VITEST_TEST_PATH }),
      })),
      retried: modules.flatMap(({ moduleId, children }) =>
        [...children.allTests()]
          .filter((test) => test.diagnostic()?.flaky)
          .map(({ fullName }) => ({ file: moduleId, title: fullName })),
      ),
    }
    writeFileSync(file, JSON.stringify(report))
  }
}

const messageOf = (cause: unknown): string | undefined => (cause as { message?: string } | undefined)?.message

/** A reporter of vitest: writes the errors that belong to no test, which its JSON report leaves out, as a list to the file that ERRORS_OUTSIDE names. */
import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

export default class ErrorsOutside implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env['ERRORS_OUTSIDE']
    // Of a worker that died the cause alone says which file it was at.
    const told = errors.map(({ message, cause, VITEST_TEST_PATH }) => ({
      message: messageOf(cause) ?? message,
      VITEST_TEST_PATH,
    }))
    if (file !== undefined) writeFileSync(file, JSON.stringify(told))
  }
}

const messageOf = (cause: unknown): string | undefined => (cause as { message?: string } | undefined)?.message

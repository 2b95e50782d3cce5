/** For every integration test: one that fails says what the API and the worker wrote as errors meanwhile. */
import { afterAll, afterEach } from 'vitest'
import { takeErrors } from './told-errors.ts'

function tellIfFailed(state: string | undefined): void {
  const told = takeErrors()
  if (state === 'fail' && told.length > 0) console.error(`Until it failed the product wrote:\n${told.join('\n')}`)
}

afterEach(({ task }) => tellIfFailed(task.result?.state))
// A file whose preparations fail has no test that ran.
afterAll(({}, file) => tellIfFailed(file.result?.state))

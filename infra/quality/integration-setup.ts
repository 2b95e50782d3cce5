/** Prints the errors logged by API and worker when an integration test fails. */
import { afterAll, afterEach } from 'vitest'
import { takeErrors } from './told-errors.ts'

function tellIfFailed(state: string | undefined): void {
  const told = takeErrors()
  if (state === 'fail' && told.length > 0) console.error(`The product's output until the failure:\n${told.join('\n')}`)
}

afterEach(({ task }) => tellIfFailed(task.result?.state))
// Covers failing setups, which run no test.
afterAll(({}, file) => tellIfFailed(file.result?.state))

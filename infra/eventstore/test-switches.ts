/** Orders faults from an embedded event store that was started with EVENTSTORE_TEST_SWITCHES=1. For tests. */
import type { Fault } from './faults.ts'

export type TestSwitches = {
  /** The next call of the kind misbehaves; `times: -1` means every one until `clear`. */
  order: (fault: Pick<Fault, 'fault'> & Partial<Fault>) => Promise<void>
  clear: () => Promise<void>
}

/** `controlPort` is what EVENTSTORE_CONTROL_PORT said, or what the server's first line names. */
export function testSwitches(controlPort: number): TestSwitches {
  const url = `http://127.0.0.1:${controlPort}/faults`
  const call = async (method: string, body?: unknown) => {
    const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    if (!response.ok) throw new Error(`The test switches answered ${response.status}: ${await response.text()}`)
  }
  return { order: (fault) => call('POST', fault), clear: () => call('DELETE') }
}

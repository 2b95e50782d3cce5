import type { Fault } from './faults.ts'

export type TestSwitches = {
  /** Applies to the next call of the kind; `times: -1`: to all until `clear`. */
  order: (fault: Pick<Fault, 'fault'> & Partial<Fault>) => Promise<void>
  clear: () => Promise<void>
}

/** `controlPort`: EVENTSTORE_CONTROL_PORT, or the port in the server's first line. */
export function testSwitches(controlPort: number): TestSwitches {
  const url = `http://127.0.0.1:${controlPort}/faults`
  const call = async (method: string, body?: unknown) => {
    const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    if (!response.ok) throw new Error(`The test switches answered ${response.status}: ${await response.text()}`)
  }
  return { order: (fault) => call('POST', fault), clear: () => call('DELETE') }
}

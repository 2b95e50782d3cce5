/**
 * Faults on demand for tests, only with EVENTSTORE_TEST_SWITCHES=1. None answers twice, because the official client
 * does not survive that and no real server does it.
 */

/** See README.md for each. */
export const FAULT_NAMES = [
  'kill-after-commit',
  'answer-late',
  'drop-call',
  'drop-after-commit',
  'swallow-reply',
  'not-leader',
  'follower',
  'too-busy',
  'freeze-writes',
  'slow-consumer',
] as const

export type FaultName = (typeof FAULT_NAMES)[number]
/** `times`: -1 means until cleared. `on`: does not apply to kill and freeze. */
export type Fault = { fault: FaultName; times: number; lateMs: number; on: 'appends' | 'reads' }

export type FreezeSwitch = { readonly frozen: boolean; onThaw: (listener: () => void) => void }

export class Faults implements FreezeSwitch {
  #active: Fault[] = []
  #thaw: (() => void)[] = []

  order(fault: Fault): void {
    this.#active.push(fault)
  }

  /** Also resumes frozen writes. */
  clear(): void {
    this.#active = []
    for (const listener of this.#thaw) listener()
  }

  get active(): readonly Fault[] {
    return this.#active
  }

  /** Consumes one use of an ordered fault. */
  take(name: FaultName, on: Fault['on'] = 'appends'): Fault | undefined {
    if (this.#active.length === 0) return undefined
    const fault = this.#active.find((candidate) => candidate.fault === name && candidate.on === on)
    if (!fault) return undefined
    if (fault.times > 0) fault.times -= 1
    if (fault.times === 0) this.#active = this.#active.filter((candidate) => candidate !== fault)
    return fault
  }

  get frozen(): boolean {
    return this.#active.some((fault) => fault.fault === 'freeze-writes')
  }

  onThaw(listener: () => void): void {
    this.#thaw.push(listener)
  }
}

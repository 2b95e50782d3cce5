/**
 * Wrong behaviour on demand, for tests: every switch is off unless EVENTSTORE_TEST_SWITCHES=1 opened the control port.
 * There is no switch that answers twice: the official client does not survive that, and no real server does it.
 */

/** What a test can order; see README.md for each. */
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
/** `times`: how often it strikes, -1 until it is cleared. `on`: which calls; kill and freeze concern writes anyway. */
export type Fault = { fault: FaultName; times: number; lateMs: number; on: 'appends' | 'reads' }

export type FreezeSwitch = { readonly frozen: boolean; onThaw: (listener: () => void) => void }

export class Faults implements FreezeSwitch {
  #active: Fault[] = []
  #thaw: (() => void)[] = []

  /** Adds a fault to those that wait to strike. */
  order(fault: Fault): void {
    this.#active.push(fault)
  }

  /** Ends all of them, and lets frozen writes go on. */
  clear(): void {
    this.#active = []
    for (const listener of this.#thaw) listener()
  }

  get active(): readonly Fault[] {
    return this.#active
  }

  /** The fault of this name for such a call, used up by one, if one was ordered. */
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

/** Serialises jobs. Callers during a job share the next one, so each gets a result that began after its call. */

export interface OneAtATime {
  /** Rejects if the caller's job fails. */
  run(): Promise<void>
  /** Duration of the current job in ms, if any. */
  underWayMs(): number | undefined
}

export function oneAtATime(work: () => Promise<void>): OneAtATime {
  let underWay: Promise<void> | undefined
  let next: Promise<void> | undefined
  let beganAt = 0

  async function begin(): Promise<void> {
    beganAt = performance.now()
    await work()
  }

  async function behind(before: Promise<void>): Promise<void> {
    await before.catch(() => {})
    next = undefined
    await run()
  }

  function run(): Promise<void> {
    if (underWay) return (next ??= behind(underWay))
    return (underWay = begin().finally(() => {
      underWay = undefined
    }))
  }

  return { run, underWayMs: () => (underWay ? performance.now() - beganAt : undefined) }
}

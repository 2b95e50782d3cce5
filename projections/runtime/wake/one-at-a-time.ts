/**
 * Runs in this process, one at a time, whoever asks for them. All who ask while a run is in progress share one further run behind it: each gets the
 * result of a run that began after it was asked for.
 */

export interface OneAtATime {
  /** Rejects if the run that it gets fails. */
  run(): Promise<void>
  /** How long the present run has taken so far, in ms; undefined if there is none. */
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

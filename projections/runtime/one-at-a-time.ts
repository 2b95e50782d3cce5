/**
 * Runs of this process, one at a time, whoever asks for them. A run that is asked for while one is under way begins behind it, once for all who
 * ask meanwhile: each of them is answered by a run that has begun after the asking.
 */

export interface OneAtATime {
  /** Rejects where the run that answers it fails. */
  run(): Promise<void>
  /** For how long a run has been under way, in ms; undefined where none is. */
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

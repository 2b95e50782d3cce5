/** "Run now, or once more after this run": one run at a time, and all requests during it share the next one. */

export interface Coalesced {
  /** Requests a run. Settles as that run does, which began after the request; its rejection may be left unhandled. */
  run(): Promise<void>
  /** Resolves when every run requested so far has ended. */
  ended(): Promise<void>
}

/** A run begins in a microtask, so that requests made together share it. */
export function coalesce(work: () => Promise<void>): Coalesced {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  function begin(): Promise<void> {
    next = undefined
    return work()
  }

  return {
    run() {
      if (!next) {
        next = last.then(begin)
        last = next.catch(() => {})
      }
      return next
    },
    ended: () => last,
  }
}

/**
 * Lets the bell wait until a run begins to look at the log. A ring asks for a run that begins after it, so until one has begun
 * another ring would add nothing.
 */

export interface NextRun {
  /** A run begins to look. */
  begins(): void
  /** Resolves when the next run begins in this process, or after `mostMs`: if another process took the ring, nobody tells this one. */
  begun(mostMs: number): Promise<void>
}

export function createNextRun(): NextRun {
  let next = Promise.withResolvers<void>()
  return {
    begins() {
      next.resolve()
      next = Promise.withResolvers()
    },
    begun(mostMs) {
      const { promise } = next
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, mostMs)
        void promise.then(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
  }
}

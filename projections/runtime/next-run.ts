/**
 * What a ring waits for: that somebody begins to look at the log. A ring asks for a run that begins after it, so until one has begun
 * there is nothing that another ring could add.
 */

export interface NextRun {
  /** A run begins to look. */
  begins(): void
  /** Resolves when the next run begins here, or after `mostMs`: another process may have taken the ring, and then nobody says so. */
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

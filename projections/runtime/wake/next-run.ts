/** Delays wake-ups until a job begins to catch up, because earlier ones are redundant. */

export interface NextRun {
  begins(): void
  /** Resolves when the next job begins here, or after `mostMs`: another process may take the job. */
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

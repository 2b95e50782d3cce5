/** Nothing was heard in time: what was asked may be done all the same, now or later. */
export class OutOfTime extends Error {
  override name = 'OutOfTime'
}

/** The promise, or OutOfTime after `waitMs`. What it comes to later is heard and forgotten, never an unhandled rejection. */
export function settleInTime<T>(promise: Promise<T>, waitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new OutOfTime(`No answer within ${Math.round(waitMs)} ms`)),
      Math.max(0, waitMs),
    )
    promise.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error instanceof Error ? error : new Error(String(error)))
      },
    )
  })
}

/**
 * Asks how many ms are left until an instant (epoch ms); none or fewer when it is over. However the clock is set meanwhile, it never says more
 * than there were at first.
 */
export function timeUntil(deadlineAt: number): () => number {
  const endsAt = performance.now() + deadlineAt - Date.now()
  return () => Math.min(deadlineAt - Date.now(), endsAt - performance.now())
}

/** Waiting times that double from 20 ms to `mostMs`, each shortened at random, so that many callers do not come back at once. */
export function createBackoff(mostMs: number): { waitMs(): number; reset(): void } {
  let step = 0
  return {
    waitMs: () => Math.min(mostMs, 20 * 2 ** Math.min(step++, 12)) * (0.5 + Math.random() / 2),
    reset: () => void (step = 0),
  }
}

/** Resolves after `waitMs`, or as soon as the signal aborts; never rejects. */
export function pause(waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, waitMs)
    signal?.addEventListener('abort', end)
  })
}

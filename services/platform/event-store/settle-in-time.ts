/** No answer in time; the request may still be executed, now or later. */
export class OutOfTime extends Error {
  override name = 'OutOfTime'
}

/**
 * Settles as the promise does, or rejects with OutOfTime after `waitMs`. A later rejection is ignored rather than
 * unhandled.
 */
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
 * Returns a function for the ms left until an instant (epoch ms); 0 or less after it. Setting the clock back never adds
 * time.
 */
export function timeUntil(deadlineAt: number): () => number {
  const endsAt = performance.now() + deadlineAt - Date.now()
  return () => Math.min(deadlineAt - Date.now(), endsAt - performance.now())
}

/**
 * Waiting times that double from 20 ms up to `mostMs`, with random jitter, so that callers do not retry in lockstep.
 */
export function createBackoff(mostMs: number): { waitMs(): number; reset(): void } {
  let step = 0
  return {
    waitMs: () => Math.min(mostMs, 20 * 2 ** Math.min(step++, 12)) * (0.5 + Math.random() / 2),
    reset: () => void (step = 0),
  }
}

/** Resolves after `waitMs` or when the signal aborts; never rejects. */
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

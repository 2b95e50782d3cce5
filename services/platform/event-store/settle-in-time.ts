/** The request may still be executed. */
export class OutOfTime extends Error {
  override name = 'OutOfTime'
}

/** Rejects with OutOfTime after `waitMs`; later rejections are ignored, not unhandled. */
export function settleInTime<T>(promise: Promise<T>, waitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new OutOfTime(`No response within ${Math.round(waitMs)} ms`)),
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

/** Milliseconds until `deadlineAt` (epoch ms). Setting the clock back adds no time. */
export function timeUntil(deadlineAt: number): () => number {
  const endsAt = performance.now() + deadlineAt - Date.now()
  return () => Math.min(deadlineAt - Date.now(), endsAt - performance.now())
}

/** Doubles from 20 ms to `mostMs`, with jitter against lockstep retries. */
export function createBackoff(mostMs: number): { waitMs(): number; reset(): void } {
  let step = 0
  return {
    waitMs: () => Math.min(mostMs, 20 * 2 ** Math.min(step++, 12)) * (0.5 + Math.random() / 2),
    reset: () => void (step = 0),
  }
}

/** Also resolves on abort; never rejects. */
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

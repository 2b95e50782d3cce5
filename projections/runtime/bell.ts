/**
 * The bell (design.md 3): hears that something was written and rings the queue. It keeps no state, carries no event and may miss
 * any number of them: the scheduler rings as well, and the worker reads the log from its own checkpoint.
 */

const RETRY_WAIT_MS = 500

export interface Bell {
  /** Something was written. Rings now, or once more after the ring that is under way: a hundred events may share one ring. */
  heard(): void
  /** No more rings; resolves when the last one is through. */
  stop(): Promise<void>
}

export function createBell(
  ring: () => Promise<void>,
  { onFailed = () => {}, waitMs = () => 0 }: { onFailed?: (error: unknown) => void; waitMs?: () => number } = {},
): Bell {
  let wanted = false
  let stopped = false
  let ringing: Promise<void> | undefined
  let wake: (() => void) | undefined

  function rest(restMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, restMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function ringWhileWanted(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false
      try {
        await ring()
        const restMs = waitMs()
        if (restMs > 0) await rest(restMs)
      } catch (error) {
        onFailed(error)
        wanted = true
        await rest(RETRY_WAIT_MS)
      }
    }
    ringing = undefined
  }

  return {
    heard() {
      wanted = true
      if (!stopped) ringing ??= ringWhileWanted()
    },
    async stop() {
      stopped = true
      wake?.()
      await ringing
    },
  }
}

/**
 * The bell (design.md 3): told that something was written, it rings, which means that it adds an empty job to the queue. It keeps no state, carries no
 * event and may miss any number of them: the scheduler rings as well, and the worker reads the log from its own checkpoint.
 */

const RETRY_WAIT_MS = 500

export interface Bell {
  /** Something was written. Rings now, or once more after the ring in progress: a hundred events may share one ring. */
  heard(): void
  /** A look at the log begins. It sees everything heard before it, so that needs no further ring. */
  seen(): void
  /** Stops ringing; resolves when the last ring has ended. */
  stop(): Promise<void>
}

/** `ring` resolves once later events need a ring of their own. */
export function createBell(
  ring: () => Promise<void>,
  { onFailed = () => {} }: { onFailed?: (error: unknown) => void } = {},
): Bell {
  let wanted = false
  let stopped = false
  let ringing: Promise<void> | undefined
  let wake: (() => void) | undefined

  function rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, RETRY_WAIT_MS)
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
      } catch (error) {
        onFailed(error)
        wanted = true
        await rest()
      }
    }
    ringing = undefined
  }

  return {
    heard() {
      wanted = true
      if (!stopped) ringing ??= ringWhileWanted()
    },
    seen() {
      wanted = false
    },
    async stop() {
      stopped = true
      wake?.()
      await ringing
    },
  }
}

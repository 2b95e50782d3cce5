/**
 * The wake-up: adds an empty job to the queue after new events. It may miss events, because the scheduler also wakes
 * the worker, which reads from its checkpoint.
 */

const RETRY_WAIT_MS = 500

export interface Bell {
  /** Wakes now, or once more after the current wake-up, so that many events share one. */
  heard(): void
  /** A catch-up begins, which covers all events heard before. */
  seen(): void
  /** Resolves when the last wake-up has ended. */
  stop(): Promise<void>
}

/** `ring` resolves once later events need another wake-up. */
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

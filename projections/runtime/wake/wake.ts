/**
 * The wake-up: adds an empty job to the queue after new events. It may miss events, because the scheduler also wakes
 * the worker, which reads from its checkpoint.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { coalesce } from '#platform/process/coalesce.ts'

const RETRY_WAIT_MS = 500

export interface WakeUp {
  /** Wakes now, or once more after the current wake-up, so that many events share one. */
  request(): void
  /** Drops a request that has not begun: a catch-up begins, which covers all events before it. */
  cancel(): void
  /** Resolves when the last wake-up has ended. */
  stop(): Promise<void>
}

/** `wake` resolves once later events need another wake-up; if it fails, it is repeated. */
export function createWakeUp(
  wake: () => Promise<void>,
  { onFailed = () => {} }: { onFailed?: (error: unknown) => void } = {},
): WakeUp {
  const stopping = new AbortController()
  const { signal } = stopping
  let requested = false

  const wakeUps = coalesce(async () => {
    if (!requested || signal.aborted) return
    requested = false
    try {
      await wake()
    } catch (error) {
      onFailed(error)
      request()
      await sleep(RETRY_WAIT_MS, undefined, { signal }).catch(() => {})
    }
  })

  function request(): void {
    requested = true
    if (!signal.aborted) void wakeUps.run()
  }

  return {
    request,
    cancel() {
      requested = false
    },
    async stop() {
      stopping.abort()
      await wakeUps.ended()
    },
  }
}

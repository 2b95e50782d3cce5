import type { RunningServer } from './servers/postgres.ts'

export interface KeptPart {
  current: () => RunningServer | undefined
  stop: () => Promise<void>
  /** Restarts it, with the values that `start` reads then. */
  restart: () => Promise<void>
}

export interface KeepOptions {
  start: () => Promise<RunningServer>
  report: (line: string) => void
}

const firstPauseMs = 250
const longestPauseMs = 10_000
/** After this uptime the restart delay is reset. */
const soundAfterMs = 30_000

/** Throws if the first start fails, because that is a configuration error. */
export async function keepRunning(name: string, { start, report }: KeepOptions): Promise<KeptPart> {
  let server: RunningServer | undefined = await start()
  let stopping = false
  /** A restart was requested during a start, which may have read old values. */
  let outdated = false
  let pauseMs = firstPauseMs
  let wake = (): void => {}

  const watch = async (): Promise<void> => {
    while (!stopping) {
      const startedAt = performance.now()
      const how = await server?.exited
      server = undefined
      if (stopping) return
      if (performance.now() - startedAt > soundAfterMs) pauseMs = firstPauseMs
      if (how !== undefined) report(`${how}, restarting it`)
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, pauseMs)
      })
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      if (stopping) return
      try {
        outdated = false
        server = await start()
        if (stopping) return await server.stop()
        if (outdated) await server.stop()
        else report(`${name} is running again`)
      } catch (error) {
        report(`${name} failed to start: ${(error as Error).message}`)
      }
    }
  }
  const watching = watch()

  return {
    current: () => server,
    restart: async () => {
      outdated = true
      await server?.stop()
    },
    stop: async () => {
      stopping = true
      wake()
      await server?.stop()
      await watching
    },
  }
}

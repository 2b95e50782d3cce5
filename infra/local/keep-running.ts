/** A part that is started again when it ends by itself. */
import type { RunningServer } from './servers/postgres.ts'

export interface KeptPart {
  /** The running one, undefined between an end and the next start. */
  current: () => RunningServer | undefined
  /** Ends it for good. */
  stop: () => Promise<void>
  /** Ends it and lets it come back, with whatever `start` reads by then. */
  restart: () => Promise<void>
}

export interface KeepOptions {
  start: () => Promise<RunningServer>
  /** What a person should know. */
  report: (line: string) => void
}

const firstPauseMs = 250
const longestPauseMs = 10_000
/** One that lived this long is taken for sound: the next pause is short again. */
const soundAfterMs = 30_000

/** Starts it, and throws when this first start fails: a part that never ran is a wrong setting, not an accident. */
export async function keepRunning(name: string, { start, report }: KeepOptions): Promise<KeptPart> {
  let server: RunningServer | undefined = await start()
  let stopping = false
  /** Asked to restart while it was starting: what it began with may be of before. */
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
      if (how !== undefined) report(`${how}, starting it again`)
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
        else report(`${name} runs again`)
      } catch (error) {
        report(`${name} does not start: ${(error as Error).message}`)
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

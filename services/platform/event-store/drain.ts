/** Reads a finite answer of the store to its end, for as long as it goes on saying something. */
import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client'
import { OutOfTime } from './settle-in-time.ts'

/**
 * Every event of a read, converted. The client's own stream has no deadline and emits 'error' without ending, and an 'error'
 * that nobody hears ends the process: so it keeps a listener for ever, and is cancelled where we no longer wait. One whose client was put
 * away ends as one that is through, with what had come by then: `isCutOff` tells them apart. Rejects for such a one, and with
 * OutOfTime where no event comes for `silenceMs`, or not the last one within `waitMs`.
 */
export function drain<E extends ResolvedEvent, T>(
  read: StreamingRead<E>,
  convert: (event: E) => T,
  { waitMs, silenceMs = waitMs, isCutOff }: { waitMs: number; silenceMs?: number; isCutOff: () => boolean },
): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const drained: T[] = []
    let settled = false
    const endsAt = performance.now() + waitMs
    let heardAt = performance.now()
    let timer: NodeJS.Timeout
    /** One timer for many events: it looks when what was left of the time is over. */
    const watch = () => {
      const now = performance.now()
      if (now >= endsAt) abandon(new OutOfTime(`No end of the read within ${Math.round(waitMs)} ms`))
      else if (now >= heardAt + silenceMs) abandon(new OutOfTime(`Nothing more of the read within ${Math.round(silenceMs)} ms`))
      else timer = setTimeout(watch, Math.min(endsAt, heardAt + silenceMs) - now)
    }
    const settle = (finish: () => void) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      finish()
    }
    const abandon = (error: unknown) =>
      settle(() => {
        read.cancel().catch(() => {})
        reject(error instanceof Error ? error : new Error(String(error)))
      })
    read.on('error', (error) => settle(() => reject(error)))
    read.on('end', () => settle(() => (isCutOff() ? reject(new Error('The client was put away while it read')) : resolve(drained))))
    read.on('data', (event: E) => {
      if (settled) return
      heardAt = performance.now()
      try {
        drained.push(convert(event))
      } catch (error) {
        abandon(error)
      }
    })
    watch()
  })
}

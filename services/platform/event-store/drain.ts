/** Reads a finite answer of the store to its end, within a time. */
import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client'
import { OutOfTime } from './settle-in-time.ts'

/**
 * Every event of a read, converted. The client's own stream has no deadline and emits 'error' without ending, and an 'error'
 * that nobody hears ends the process: so it keeps a listener for ever, and is cancelled where we no longer wait. One whose client was put
 * away ends as one that is through, with what had come by then: `isCutOff` tells them apart. Rejects for such a one.
 */
export function drain<E extends ResolvedEvent, T>(read: StreamingRead<E>, convert: (event: E) => T, waitMs: number, isCutOff: () => boolean): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const drained: T[] = []
    let settled = false
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
    const timer = setTimeout(() => abandon(new OutOfTime(`No end of the read within ${Math.round(waitMs)} ms`)), waitMs)
    read.on('error', (error) => settle(() => reject(error)))
    read.on('end', () => settle(() => (isCutOff() ? reject(new Error('The client was put away while it read')) : resolve(drained))))
    read.on('data', (event: E) => {
      if (settled) return
      try {
        drained.push(convert(event))
      } catch (error) {
        abandon(error)
      }
    })
  })
}

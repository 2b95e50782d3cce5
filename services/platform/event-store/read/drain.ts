import { OutOfTime } from '../settle-in-time.ts'
import type { ReadCall, ReadListener } from './call.ts'
import type { ReadEvent } from '../codec/read-reply.ts'

/**
 * Reads to the end; a missing stream gives no events. Rejects with the error of the call or `convert`, or with
 * OutOfTime after `silenceMs` without an event or `waitMs` in total, because reads have no deadline.
 */
export function drain<T>(
  open: (listener: ReadListener) => ReadCall,
  convert: (event: ReadEvent) => T,
  { waitMs, silenceMs = waitMs }: { waitMs: number; silenceMs?: number },
): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const drained: T[] = []
    const endsAt = performance.now() + waitMs
    let heardAt = performance.now()
    let timer: NodeJS.Timeout
    /** One timer for all events. */
    const watch = () => {
      const now = performance.now()
      if (now >= endsAt) abandon(new OutOfTime(`The read did not finish within ${Math.round(waitMs)} ms`))
      else if (now >= heardAt + silenceMs)
        abandon(new OutOfTime(`The read received nothing for ${Math.round(silenceMs)} ms`))
      else timer = setTimeout(watch, Math.min(endsAt, heardAt + silenceMs) - now)
    }
    const abandon = (error: unknown) => {
      clearTimeout(timer)
      call.cancel()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const call = open({
      onReply(reply) {
        if (reply.kind !== 'event') return
        heardAt = performance.now()
        try {
          drained.push(convert(reply.event))
        } catch (error) {
          abandon(error)
        }
      },
      onOver(error) {
        clearTimeout(timer)
        if (error) reject(error)
        else resolve(drained)
      },
    })
    watch()
  })
}

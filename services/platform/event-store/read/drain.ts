/** Reads a finite reply stream of the store to its end. */
import { OutOfTime } from '../settle-in-time.ts'
import type { ReadCall, ReadListener } from './call.ts'
import type { ReadEvent } from './reply.ts'

/**
 * Opens a read, converts its events (none if the stream does not exist), and cancels the call when it gives up, because
 * reads have no deadline of their own. Rejects with the error of the call or of `convert`, or with OutOfTime: no event
 * for `silenceMs`, or no end within `waitMs`.
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
    /** A single timer for all events, rearmed for the time left. */
    const watch = () => {
      const now = performance.now()
      if (now >= endsAt) abandon(new OutOfTime(`No end of the read within ${Math.round(waitMs)} ms`))
      else if (now >= heardAt + silenceMs)
        abandon(new OutOfTime(`Nothing more of the read within ${Math.round(silenceMs)} ms`))
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

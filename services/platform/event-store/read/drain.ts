/** Reads a finite answer of the store to its end, for as long as it goes on saying something. */
import { OutOfTime } from '../settle-in-time.ts'
import type { ReadCall, ReadListener } from './call.ts'
import type { ReadEvent } from './reply.ts'

/**
 * Every event of a read, converted; none where there is no such stream. A call to read has no deadline of its own: it is cancelled where
 * we no longer wait. Rejects with what ended the call, with what `convert` throws, and with OutOfTime where no event comes for `silenceMs`, or not the
 * last one within `waitMs`.
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
    /** One timer for many events: it looks when what was left of the time is over. */
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

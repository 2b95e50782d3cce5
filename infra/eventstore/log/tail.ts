/**
 * The newest events, in memory and bounded: live subscribers read from here, and whoever is further behind reads from
 * PostgreSQL. Only committed events ever get in, in the order of their positions.
 */
import { appendSize } from '../calls/decode.ts'
import { keptEvent } from '../calls/encode.ts'
import type { StoredEvent } from './model.ts'

/** The events are let go in the order in which they came, and with the last one of a piece the piece. */
const PIECE_BYTES = 64 * 1024

/**
 * Cuts bytes one after the other from pieces of its own. Those of Node are shared by the whole program: at a quiet time nearly every event would hold a
 * piece by itself, and the tail a hundred times its bytes.
 */
function createCutter(): (bytes: number) => Buffer {
  let piece = Buffer.alloc(0)
  let used = 0
  return (bytes) => {
    if (bytes > PIECE_BYTES / 8) return Buffer.allocUnsafeSlow(bytes)
    if (used + bytes > piece.length) {
      piece = Buffer.allocUnsafeSlow(PIECE_BYTES)
      used = 0
    }
    used += bytes
    return piece.subarray(used - bytes, used)
  }
}

export class Tail {
  readonly #cut = createCutter()
  readonly #maxEvents: number
  readonly #maxBytes: number
  /** Before `#start` there is nothing any more: what was let go is not held, however large it was. */
  #events: (StoredEvent | undefined)[] = []
  #start = 0
  #bytes = 0
  #floor: number
  #head: number
  #waiting = new Set<() => void>()

  /** `head` is the position of the last committed event at start; from there on the tail knows everything. */
  constructor(head: number, maxEvents = 8192, maxBytes = 16 * 1024 * 1024) {
    this.#floor = head
    this.#head = head
    this.#maxEvents = maxEvents
    this.#maxBytes = maxBytes
  }

  /** The position of the last committed event. */
  get head(): number {
    return this.#head
  }

  /** True where `after(position)` is complete. */
  covers(position: number): boolean {
    return position >= this.#floor
  }

  /** True where whatever stands at this position is in here. Beyond the head, PostgreSQL may have committed what is not in here yet. */
  spans(position: number): boolean {
    return position > this.#floor && position <= this.#head
  }

  /** Takes over a commit's events. Call `wake` afterwards. */
  add(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.#events.push(keptEvent(event, this.#cut))
      this.#bytes += appendSize(event)
      this.#head = event.position
    }
    while (
      this.#events.length - this.#start > this.#maxEvents ||
      (this.#bytes > this.#maxBytes && this.#events.length > this.#start)
    ) {
      const oldest = this.#events[this.#start] as StoredEvent
      this.#events[this.#start++] = undefined
      this.#bytes -= appendSize(oldest)
      this.#floor = oldest.position
    }
    if (this.#start > this.#maxEvents) {
      this.#events = this.#events.slice(this.#start)
      this.#start = 0
    }
  }

  /** Up to `limit` events after a position, oldest first. */
  after(position: number, limit: number): StoredEvent[] {
    let low = this.#start
    let high = this.#events.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#events[middle] as StoredEvent).position <= position) low = middle + 1
      else high = middle
    }
    return this.#events.slice(low, low + limit) as StoredEvent[]
  }

  /** Tells everybody who waits that something was added. */
  wake(): void {
    const waiting = this.#waiting
    if (waiting.size === 0) return
    this.#waiting = new Set()
    for (const resolve of waiting) resolve()
  }

  /** Resolves with the next `wake`, or at once where `signal` is aborted. */
  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = () => {
        signal.removeEventListener('abort', done)
        this.#waiting.delete(done)
        resolve()
      }
      signal.addEventListener('abort', done, { once: true })
      this.#waiting.add(done)
    })
  }
}

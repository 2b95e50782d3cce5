/** The live buffer: the newest committed events, in memory and bounded. Slower readers use PostgreSQL. */
import { appendSize } from '../calls/decode.ts'
import { keptEvent } from '../calls/encode.ts'
import type { StoredEvent } from './model.ts'

/** Pieces are freed as a whole, in order. */
const PIECE_BYTES = 64 * 1024

/**
 * Cuts buffers from own pieces. Node's pool is shared by the program, so an event could keep a whole piece, a hundred
 * times its bytes.
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
  #events: (StoredEvent | undefined)[] = []
  #start = 0
  #bytes = 0
  #floor: number
  #head: number
  #waiting = new Set<() => void>()

  /** `head`: position of the last committed event; the buffer is complete from there on. */
  constructor(head: number, maxEvents = 8192, maxBytes = 16 * 1024 * 1024) {
    this.#floor = head
    this.#head = head
    this.#maxEvents = maxEvents
    this.#maxBytes = maxBytes
  }

  get head(): number {
    return this.#head
  }

  /** True if `after(position)` is complete. */
  covers(position: number): boolean {
    return position >= this.#floor
  }

  /** True if any event at this position is in the buffer. Beyond the head, PostgreSQL may have newer ones. */
  spans(position: number): boolean {
    return position > this.#floor && position <= this.#head
  }

  /** Adds a commit; call `wake` afterwards. */
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

  wake(): void {
    const waiting = this.#waiting
    if (waiting.size === 0) return
    this.#waiting = new Set()
    for (const resolve of waiting) resolve()
  }

  /** Resolves with the next `wake` or an abort. */
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

import type { ServerWritableStream } from '@grpc/grpc-js'

/** A fixed reason avoids an exception with a stack for each of many aborts. */
const OVER = 'The call is over'

export class OpenCall {
  readonly #call: ServerWritableStream<unknown, Buffer>
  readonly #closing = new AbortController()

  constructor(call: ServerWritableStream<unknown, Buffer>) {
    this.#call = call
    call.on('cancelled', () => this.close())
    call.on('close', () => this.close())
  }

  get closed(): boolean {
    return this.#closing.signal.aborted
  }

  get signal(): AbortSignal {
    return this.#closing.signal
  }

  close(): void {
    this.#closing.abort(OVER)
  }

  /** Returns a promise only if the reader has to catch up first. */
  send(frame: Buffer): Promise<void> | void {
    if (this.closed || this.#call.write(frame)) return
    return new Promise((resolve) => {
      const done = () => {
        this.#call.off('drain', done)
        this.signal.removeEventListener('abort', done)
        resolve()
      }
      this.#call.once('drain', done)
      this.signal.addEventListener('abort', done, { once: true })
    })
  }
}

/** A keep-alive HTTP/1.1 connection on a raw socket, one request at a time, much cheaper than an HTTP client. */
import { connect, type Socket } from 'node:net'
import { parseReply, type Reply } from './reply.ts'
import type { Host } from './request.ts'

const READ_BUFFER_BYTES = 64 * 1024

/** Undefined if the connection ended first. */
export type OnReply = (reply: Reply | undefined) => void

export class Connection {
  readonly #socket: Socket
  #waiting: OnReply | undefined
  #arrived = ''
  #open = true

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Rejects if nobody listens. */
  static open({ host, port }: Host): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const buffer = Buffer.allocUnsafe(READ_BUFFER_BYTES)
      const socket = connect({
        host,
        port,
        noDelay: true,
        onread: {
          buffer,
          callback: (bytes) => {
            connection.#take(buffer.toString('latin1', 0, bytes))
            return true
          },
        },
      })
      const connection = new Connection(socket)
      socket.once('connect', () => resolve(connection))
      socket.on('error', reject)
      socket.on('close', () => connection.#end())
    })
  }

  get open(): boolean {
    return this.#open
  }

  /** Throws if the previous request is unanswered. */
  send(request: string, onReply: OnReply): void {
    if (this.#waiting) throw new Error('A request is still waiting on this connection')
    this.#waiting = onReply
    if (this.#open) this.#socket.write(request, 'latin1')
    else this.#end()
  }

  /** `send` as a promise. */
  ask(request: string): Promise<Reply | undefined> {
    return new Promise((resolve) => this.send(request, resolve))
  }

  close(): void {
    this.#open = false
    this.#socket.destroy()
  }

  #take(text: string): void {
    this.#arrived = this.#arrived === '' ? text : this.#arrived + text
    const parsed = parseReply(this.#arrived)
    if (!parsed) return
    this.#arrived = this.#arrived.slice(parsed.end)
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.(parsed.reply)
  }

  #end(): void {
    this.#open = false
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.(undefined)
  }
}

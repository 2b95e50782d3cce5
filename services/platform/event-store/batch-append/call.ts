/**
 * A long-lived call for many appends, each with its own deadline. If it ends, all waiting appends reject and may be
 * retried with the same ids.
 */
import { randomUUID } from 'node:crypto'
import { type ClientDuplexStream, type ServiceError, status } from '@grpc/grpc-js'
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js'
import { reasonOf } from '../classify.ts'
import { settleInTime } from '../settle-in-time.ts'
import { decodeReply, type Appended, type AppendReply } from '../codec/append-reply.ts'
import { encodeAppend, type AppendRequest } from '../codec/append-request.ts'

export type AppendCallStream = ClientDuplexStream<Buffer, Buffer>

type Waiting = { stream: string; resolve(appended: Appended): void; reject(error: unknown): void }

/** Access is denied before any message is read. */
const NOT_LET_IN = new Set<status>([status.UNAUTHENTICATED, status.PERMISSION_DENIED])
/** With a counter, unique among this process's appends. */
const ID_PREFIX = randomUUID().slice(0, -12)
let ids = 0

export class AppendCall {
  readonly #call: AppendCallStream
  readonly #waiting = new Map<string, Waiting>()
  #over = false
  #answered = false

  /** `onIgnored`: replies without a waiting append: duplicate, late or undecodable. */
  constructor(call: AppendCallStream, onIgnored: (error: unknown) => void) {
    this.#call = call
    call.on('data', (message: Buffer) => {
      try {
        this.#answer(decodeReply(message))
      } catch (error) {
        onIgnored(error)
      }
    })
    call.on('error', (error: ServiceError) => this.#end(this.#reasonOfEnd(error)))
    call.on('end', () => {
      this.#end(new Error('The server ended the call'))
      // The client forgets a call only when both directions have ended.
      call.end()
    })
  }

  get isOver(): boolean {
    return this.#over
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Rejects with the server's refusal, OutOfTime, or the reason for the call's end. */
  append(request: Pick<AppendRequest, 'stream' | 'expectedRevision' | 'events'>, waitMs: number): Promise<Appended> {
    ids += 1
    const correlationId = ID_PREFIX + ids.toString(16).padStart(12, '0')
    const answered = new Promise<Appended>((resolve, reject) => {
      if (this.#over) throw new Error('The call is over')
      const message = encodeAppend({ ...request, correlationId })
      this.#waiting.set(correlationId, { stream: request.stream, resolve, reject })
      // No back-pressure: appends are few and small.
      this.#call.write(message)
    })
    return settleInTime(answered, waitMs).finally(() => void this.#waiting.delete(correlationId))
  }

  /** The call ends after the waiting replies. */
  retire(): void {
    if (!this.#over) this.#call.end()
  }

  /**
   * No refusal unless access was denied before any reply: one invalid message ends the call for all appends, and others
   * may have been written.
   */
  #reasonOfEnd(error: ServiceError): Error {
    const told = convertToCommandError(error)
    if (!this.#answered && NOT_LET_IN.has(error.code)) return told
    return new Error(`The call has ended: ${reasonOf(told)}`, { cause: told })
  }

  #answer(reply: AppendReply): void {
    this.#answered = true
    const waiting = this.#waiting.get(reply.correlationId)
    if (!waiting) throw new Error('Unexpected reply: no append is waiting for it')
    // Decoded before removal: an undecodable reply leaves the append waiting until its deadline.
    const refusal = 'refusal' in reply ? reply.refusal(waiting.stream) : undefined
    this.#waiting.delete(reply.correlationId)
    if ('refusal' in reply) waiting.reject(refusal)
    else waiting.resolve(reply)
  }

  #end(reason: Error): void {
    this.#over = true
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
  }
}

/**
 * A long-lived call that carries many appends (eventstoredb.md 1.2). Each waits for its own answer, up to its own deadline. When the call
 * ends, in whatever way, all waiting appends are told, and it is up to the caller to retry with the same ids (trap 4).
 */
import { randomUUID } from 'node:crypto'
import { type ClientDuplexStream, type ServiceError, status } from '@grpc/grpc-js'
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js'
import { reasonOf } from '../classify.ts'
import { settleInTime } from '../settle-in-time.ts'
import { decodeReply, type Appended, type AppendReply } from './reply.ts'
import { encodeAppend, type AppendRequest } from './request.ts'

export type AppendCallStream = ClientDuplexStream<Buffer, Buffer>

type Waiting = { stream: string; resolve(appended: Appended): void; reject(error: unknown): void }

/** A server that denies access says so before it has read anything. */
const NOT_LET_IN = new Set<status>([status.UNAUTHENTICATED, status.PERMISSION_DENIED])
/** A counter follows it, so that no two appends of this process share an id. */
const ID_PREFIX = randomUUID().slice(0, -12)
let ids = 0

export class AppendCall {
  readonly #call: AppendCallStream
  readonly #waiting = new Map<string, Waiting>()
  #over = false
  #answered = false

  /** `onIgnored` is called for every reply that nobody waits for: it came twice, or too late. */
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
      this.#end(new Error('The server has ended the call'))
      // The call is over, and forgotten by the client, only when both directions have ended.
      call.end()
    })
  }

  get isOver(): boolean {
    return this.#over
  }

  /** How many appends wait for their answer. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Rejects with the server's refusal, with OutOfTime if it does not answer, or with what ended the call. */
  append(request: Pick<AppendRequest, 'stream' | 'expectedRevision' | 'events'>, waitMs: number): Promise<Appended> {
    ids += 1
    const correlationId = ID_PREFIX + ids.toString(16).padStart(12, '0')
    const answered = new Promise<Appended>((resolve, reject) => {
      if (this.#over) throw new Error('The call is over')
      const message = encodeAppend({ ...request, correlationId })
      this.#waiting.set(correlationId, { stream: request.stream, resolve, reject })
      // No check for back-pressure: appends in flight are few and small.
      this.#call.write(message)
    })
    return settleInTime(answered, waitMs).finally(() => void this.#waiting.delete(correlationId))
  }

  /** Sends nothing more: the call ends when all waiting appends have their answers. */
  retire(): void {
    if (!this.#over) this.#call.end()
  }

  /**
   * What ended the call says nothing about the appends sent over it, even if it reads like a refusal: one message that the server finds invalid ends
   * the call for all of them, and the others may have been written.
   */
  #reasonOfEnd(error: ServiceError): Error {
    const told = convertToCommandError(error)
    if (!this.#answered && NOT_LET_IN.has(error.code)) return told
    return new Error(`The call has ended: ${reasonOf(told)}`, { cause: told })
  }

  #answer(reply: AppendReply): void {
    this.#answered = true
    const waiting = this.#waiting.get(reply.correlationId)
    if (!waiting) throw new Error('A reply that nobody waits for')
    // Before the append is removed: if the refusal cannot be decoded, the append stays waiting until its deadline.
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

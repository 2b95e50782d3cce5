/**
 * A long call that carries appends of a client (eventstoredb.md 1.2). Each waits for its own answer and no longer than it may; when the
 * call ends, in whatever way, all that wait are told, and it is for the caller to ask again with the same ids (trap 4).
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

/** A real server gives up on a write after two seconds anyway; this is for one that would not, and as long as the official client would have it. */
const SERVER_MAY_TAKE_MS = 10_000
/** Of a server that lets nobody in: it says so before it has read anything. */
const NOT_LET_IN = new Set<status>([status.UNAUTHENTICATED, status.PERMISSION_DENIED])
/** What follows it is counted: no two appends of this process have one id. */
const ID_PREFIX = randomUUID().slice(0, -12)
let ids = 0

export class AppendCall {
  readonly #call: AppendCallStream
  readonly #waiting = new Map<string, Waiting>()
  #over = false
  #answered = false

  /** `onIgnored` hears of every reply that nobody waits for: it came twice, or too late. */
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
      // It is over, and forgotten by the client, when both of its directions are.
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

  /** Rejects with what the server refuses, with OutOfTime where it says nothing, or with what ended the call. */
  append(request: Pick<AppendRequest, 'stream' | 'expectedRevision' | 'events'>, waitMs: number): Promise<Appended> {
    ids += 1
    const correlationId = ID_PREFIX + ids.toString(16).padStart(12, '0')
    const answered = new Promise<Appended>((resolve, reject) => {
      if (this.#over) throw new Error('The call is over')
      const message = encodeAppend({ ...request, correlationId, deadlineAt: Date.now() + SERVER_MAY_TAKE_MS })
      this.#waiting.set(correlationId, { stream: request.stream, resolve, reject })
      // Whether the socket is full is not asked: appends in flight are few and small.
      this.#call.write(message)
    })
    return settleInTime(answered, waitMs).finally(() => void this.#waiting.delete(correlationId))
  }

  /** Nothing more is sent over it: it ends when all that wait have their answers. */
  retire(): void {
    if (!this.#over) this.#call.end()
  }

  /**
   * Whatever ended the call says nothing about an append that was sent over it, not even where it reads as a refusal: one message that a server finds
   * invalid ends the call for all of them, and theirs may be written.
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
    // First: one that cannot be understood leaves the append waiting, and its time runs out.
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

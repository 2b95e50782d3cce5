import { type sendUnaryData, type ServerDuplexStream, type ServerReadableStream, status } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import { fieldSize, writeBytes } from '#platform/event-store/codec/wire.ts'
import {
  appendSize,
  type AppendOptions,
  BadRequestError,
  type BatchAppendChunk,
  decodeAppend,
  decodeBatchAppend,
} from './decode.ts'
import { appendSuccessFrame } from './encode.ts'
import {
  accessDenied,
  accessDeniedStatus,
  appendTooLarge,
  badRequestStatus,
  type CallError,
  classicConflict,
  invalidArgument,
  MAX_APPEND_BYTES,
  missingProperties,
  outcomeError,
  outcomeStatus,
  plainStatus,
  tooLargeStatus,
  unavailable,
} from './errors.ts'
import { ANY, type ProposedEvent, type WriteOutcome } from '../log/model.ts'
import type { ServerContext } from '../context.ts'

/** Server limit for a commit, in ms (WriteTimeoutMs of the real server). */
const WRITE_TIMEOUT_MS = 2000

/** An append in parts; answered once, after its last message. */
type Assembly = { options: AppendOptions; events: ProposedEvent[]; bytes: number; problem: string | null }

const NO_OPTIONS: AppendOptions = { stream: '', expected: ANY, mayTakeMs: null, deadlineAt: null }

/** When a write times out, by performance.now: the client's limit, at most the server's own. */
export function writeDeadline({
  mayTakeMs = null,
  deadlineAt = null,
}: {
  mayTakeMs?: number | null
  deadlineAt?: number | null
}): number {
  const clientAllowsMs = mayTakeMs ?? (deadlineAt === null ? Infinity : deadlineAt - Date.now())
  return performance.now() + Math.min(clientAllowsMs, WRITE_TIMEOUT_MS)
}

/** One long call for all appends of a client; responses are matched by correlation ID. */
export function batchAppend(context: ServerContext, call: ServerDuplexStream<Buffer, Buffer>): void {
  const assemblies = new Map<string, Assembly>()
  let unanswered = 0
  let ended = false
  let halfClosed = false
  const fail = context.track(call, () => {
    ended = true
  })

  const answer = (frame: Buffer) => {
    unanswered -= 1
    if (ended) return
    call.write(frame)
    if (halfClosed && unanswered === 0) call.end()
  }
  const refuse = (chunk: BatchAppendChunk, stream: string, error: ReturnType<typeof plainStatus>) => {
    unanswered += 1
    answer(errorFrame(chunk.correlationId, stream, error))
  }

  const write = (chunk: BatchAppendChunk, { options, events, bytes, problem }: Assembly) => {
    const { stream, expected } = options
    if (problem !== null) return refuse(chunk, stream, badRequestStatus(problem))
    if (stream === '') return refuse(chunk, stream, badRequestStatus('A stream name is required'))
    if (stream === '$all') return refuse(chunk, stream, accessDeniedStatus())
    if (bytes > MAX_APPEND_BYTES) return refuse(chunk, stream, tooLargeStatus())
    const { faults } = context
    if (faults.take('too-busy')) return refuse(chunk, stream, plainStatus(status.UNAVAILABLE, 'Server Is Too Busy'))
    if (faults.take('not-leader')) return fail(context.notLeader(call.getHost()))
    if (faults.take('drop-call')) return fail(unavailable('The call was dropped'))
    unanswered += 1
    context.writer.enqueue({
      kind: 'append',
      stream,
      expected,
      events,
      bytes,
      overdueAt: writeDeadline(options),
      answer: (outcome) => {
        if (faults.take('swallow-reply')) return
        if (faults.take('drop-after-commit')) return fail(unavailable('The call was dropped'))
        const frame = outcomeFrame(chunk.correlationId, stream, expected, outcome)
        const late = faults.take('answer-late')
        if (late) setTimeout(answer, late.lateMs, frame)
        else answer(frame)
      },
    })
  }

  call.on('data', (message: Buffer) => {
    if (ended) return
    const chunk = understand(() => decodeBatchAppend(message))
    if (chunk instanceof BadRequestError) return fail(invalidArgument(chunk.message))
    const key = chunk.correlationId.toString('latin1')
    const assembly = assemblies.get(key) ?? {
      options: chunk.options ?? NO_OPTIONS,
      events: [],
      bytes: 0,
      problem: null,
    }
    assembly.problem ??= chunk.problem
    assembly.bytes += chunk.bytes
    // Too large: do not keep in memory what will be refused.
    assembly.events =
      assembly.bytes > MAX_APPEND_BYTES
        ? []
        : assembly.events.length === 0
          ? chunk.events
          : [...assembly.events, ...chunk.events]
    if (!chunk.isFinal) return void assemblies.set(key, assembly)
    assemblies.delete(key)
    write(chunk, assembly)
  })
  call.on('end', () => {
    halfClosed = true
    if (unanswered === 0 && !ended) call.end()
  })
}

function understand<Message>(decode: () => Message): Message | BadRequestError {
  try {
    return decode()
  } catch (error) {
    return error instanceof BadRequestError ? error : new BadRequestError('The message cannot be read')
  }
}

function outcomeFrame(correlationId: Buffer, stream: string, expected: number, outcome: WriteOutcome): Buffer {
  if (outcome.kind === 'written') return appendSuccessFrame(correlationId, outcome.revision, outcome.position)
  if (outcome.kind !== 'nothing') return errorFrame(correlationId, stream, outcomeStatus(outcome, stream, expected))
  const response = new streams.BatchAppendResp()
  const success = new streams.BatchAppendResp.Success()
  if (outcome.revision < 0) success.setNoStream(new empty.Empty())
  else success.setCurrentRevision(String(outcome.revision))
  success.setNoPosition(new empty.Empty())
  response.setSuccess(success)
  return answerFrame(correlationId, response)
}

function errorFrame(correlationId: Buffer, stream: string, error: ReturnType<typeof plainStatus>): Buffer {
  const response = new streams.BatchAppendResp()
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  response.setError(error)
  // Without the identifier, the official client throws in an event handler and the append hangs.
  response.setStreamIdentifier(identifier)
  return answerFrame(correlationId, response)
}

/**
 * Returns the correlation ID as received, even if unreadable, so that it harms neither the server nor other appends.
 */
function answerFrame(correlationId: Buffer, response: InstanceType<typeof streams.BatchAppendResp>): Buffer {
  const rest = response.serializeBinary()
  const into = Buffer.allocUnsafe(fieldSize(correlationId.length) + rest.length)
  into.set(rest, writeBytes(into, 0, 1, correlationId))
  return into
}

/** One append per call: options first, then one event per message. */
export function classicAppend(
  context: ServerContext,
  call: ServerReadableStream<Buffer, Buffer>,
  callback: sendUnaryData<Buffer>,
): void {
  let options: AppendOptions | null = null
  const events: ProposedEvent[] = []
  let bytes = 0
  let answered = false
  const finish = (error: CallError | null, response?: { serializeBinary(): Uint8Array }) => {
    if (answered) return
    answered = true
    untrack()
    if (error) callback(error)
    else callback(null, Buffer.from(response?.serializeBinary() ?? []))
  }
  const untrack = context.trackUnary(finish)

  call.on('data', (message: Buffer) => {
    if (answered) return
    const decoded = understand(() => decodeAppend(message))
    if (decoded instanceof BadRequestError) {
      return finish(
        decoded.message.startsWith('Required metadata')
          ? missingProperties(decoded.message)
          : invalidArgument(decoded.message),
      )
    }
    options ??= decoded.options
    if (!decoded.event) return
    bytes += appendSize(decoded.event)
    if (bytes > MAX_APPEND_BYTES) return finish(appendTooLarge())
    events.push(decoded.event)
  })
  call.on('cancelled', () => finish(unavailable('The call was cancelled')))
  // gRPC ends a dead client's call before reporting its cancellation, so the events may be incomplete until then.
  call.on('end', () => setImmediate(carryOut))

  function carryOut(): void {
    if (answered) return
    if (!options || options.stream === '') return finish(invalidArgument('A stream name is required'))
    if (options.stream === '$all') return finish(accessDenied())
    const { stream, expected } = options
    const { faults } = context
    if (faults.take('too-busy')) return finish(unavailable('Server Is Too Busy'))
    if (faults.take('not-leader')) return finish(context.notLeader(call.getHost()))
    if (faults.take('drop-call')) return finish(unavailable('The call was dropped'))
    const overdueAt = writeDeadline({ deadlineAt: Number(call.getDeadline()) })
    const answer = (outcome: WriteOutcome) => {
      if (outcome.kind === 'written') finish(null, classicSuccess(outcome.revision, outcome.position))
      else if (outcome.kind === 'nothing') finish(null, classicSuccess(outcome.revision, null))
      else if (outcome.kind === 'conflict') finish(null, classicConflict(expected, outcome.current))
      else finish(outcomeError(outcome, stream, expected))
    }
    context.writer.enqueue({
      kind: 'append',
      stream,
      expected,
      events,
      bytes,
      overdueAt,
      answer: (outcome) => {
        if (faults.take('swallow-reply')) return
        if (faults.take('drop-after-commit')) return finish(unavailable('The call was dropped'))
        const late = faults.take('answer-late')
        if (late) setTimeout(answer, late.lateMs, outcome)
        else answer(outcome)
      },
    })
  }
}

function classicSuccess(revision: number, position: number | null) {
  const success = new streams.AppendResp.Success()
  if (revision < 0) success.setNoStream(new shared.Empty())
  else success.setCurrentRevision(String(revision))
  if (position === null) success.setNoPosition(new shared.Empty())
  else {
    const at = new streams.AppendResp.Position()
    at.setCommitPosition(String(position))
    at.setPreparePosition(String(position))
    success.setPosition(at)
  }
  const response = new streams.AppendResp()
  response.setSuccess(success)
  return response
}

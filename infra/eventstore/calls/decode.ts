/**
 * Decodes both append requests by hand, so that payloads stay views of the received bytes. decode.test.ts compares the
 * result with the generated classes.
 */
import { isUtf8 } from 'node:buffer'
import { LARGEST_INT64, readUuid, WireReader } from '#platform/event-store/codec/wire.ts'
import { ANY, NO_STREAM, type ProposedEvent, STREAM_EXISTS } from '../log/model.ts'

const NOTHING = Buffer.alloc(0)

/** An unreadable request; the message is returned to the client. */
export class BadRequestError extends Error {}

/** The client's limit as a duration (`mayTakeMs`) or as an epoch time of its own clock (`deadlineAt`, ms). */
export type AppendOptions = { stream: string; expected: number; mayTakeMs: number | null; deadlineAt: number | null }

export type BatchAppendChunk = {
  /** The encoded UUID message, returned as received. */
  correlationId: Buffer
  options: AppendOptions | null
  events: ProposedEvent[]
  bytes: number
  isFinal: boolean
  /** An error of this append only, which must not end the shared call. */
  problem: string | null
}

/** Throws a RangeError if the message cannot be read at all. */
export function decodeBatchAppend(message: Buffer): BatchAppendChunk {
  const reader = new WireReader(message)
  const chunk: BatchAppendChunk = {
    correlationId: NOTHING,
    options: null,
    events: [],
    bytes: 0,
    isFinal: false,
    problem: null,
  }
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x0a) chunk.correlationId = reader.view()
    else if (tag === 0x12 || tag === 0x1a) decodeInto(chunk, tag, reader.view())
    else if (tag === 0x20) chunk.isFinal = reader.varint() !== 0
    else reader.skip(tag & 7)
  }
  return chunk
}

function decodeInto(chunk: BatchAppendChunk, tag: number, message: Buffer): void {
  try {
    if (tag === 0x12) {
      chunk.options = decodeOptions(message)
      return
    }
    const event = decodeProposed(message)
    chunk.events.push(event)
    chunk.bytes += appendSize(event)
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error
    chunk.problem ??= error.message
  }
}

/** Options come first, then one event per message. Throws BadRequestError or RangeError. */
export function decodeAppend(message: Buffer): { options: AppendOptions | null; event: ProposedEvent | null } {
  const reader = new WireReader(message)
  let options: AppendOptions | null = null
  let event: ProposedEvent | null = null
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x0a) options = decodeOptions(reader.view())
    else if (tag === 0x12) event = decodeProposed(reader.view())
    else reader.skip(tag & 7)
  }
  return { options, event }
}

/** Bytes counted against the append limit: payloads plus twice the type's length. */
export function appendSize(event: ProposedEvent): number {
  return event.data.length + event.metadata.length + 2 * event.type.length
}

function decodeOptions(message: Buffer): AppendOptions {
  const reader = new WireReader(message)
  const options: AppendOptions = { stream: '', expected: ANY, mayTakeMs: null, deadlineAt: null }
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x0a) options.stream = decodeStreamName(reader.view())
    // No event has a higher revision, and a conflict must be able to name it.
    else if (tag === 0x10) options.expected = Math.min(reader.varint(), LARGEST_INT64)
    else if (tag === 0x32) options.deadlineAt = decodeMs(reader.view())
    else if (tag === 0x3a) options.mayTakeMs = decodeMs(reader.view())
    else if (tag === 0x1a || tag === 0x22 || tag === 0x2a) {
      reader.view()
      options.expected = tag === 0x1a ? NO_STREAM : tag === 0x22 ? ANY : STREAM_EXISTS
    } else reader.skip(tag & 7)
  }
  return options
}

function decodeStreamName(message: Buffer): string {
  const reader = new WireReader(message)
  let name = ''
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x1a) name = readableStreamName(reader.view())
    else reader.skip(tag & 7)
  }
  return name
}

function decodeMs(message: Buffer): number {
  const reader = new WireReader(message)
  let ms = 0
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x08) ms += reader.varint() * 1000
    else if (tag === 0x10) ms += reader.varint() / 1e6
    else reader.skip(tag & 7)
  }
  return ms
}

function decodeProposed(message: Buffer): ProposedEvent {
  const reader = new WireReader(message)
  const event: ProposedEvent = { id: '', type: '', isJson: false, data: NOTHING, metadata: NOTHING }
  let contentType: string | null = null
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x0a) event.id = decodeUuid(reader.view())
    else if (tag === 0x12) {
      const [key, value] = decodeMapEntry(reader.view())
      if (key === 'type') event.type = value
      else if (key === 'content-type') contentType = value
    } else if (tag === 0x1a) event.metadata = reader.view()
    else if (tag === 0x22) event.data = reader.view()
    else reader.skip(tag & 7)
  }
  if (event.id === '') throw new BadRequestError('Every event needs an id')
  if (event.type === '' || contentType === null)
    throw new BadRequestError("Required metadata properties are missing: 'type, content-type'")
  event.isJson = contentType === 'application/json'
  return event
}

function decodeMapEntry(message: Buffer): [key: string, value: string] {
  const reader = new WireReader(message)
  let key = ''
  let value = ''
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x0a) key = reader.string()
    else if (tag === 0x12) value = text(reader.view(), 'Event type')
    else reader.skip(tag & 7)
  }
  return [key, value]
}

const UUID_SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** In lower case. Throws BadRequestError. */
export function decodeUuid(message: Buffer): string {
  const id = readUuid(new WireReader(message)).toLowerCase()
  if (!UUID_SHAPE.test(id)) throw new BadRequestError('An event id is not a UUID')
  return id
}

/** PostgreSQL's index rejects 2,700 bytes; the metadata stream adds `$$`. */
const MAX_STREAM_NAME_BYTES = 2_048

/** Throws BadRequestError for a name that PostgreSQL cannot store, which would fail the whole commit. */
export function readableStreamName(bytes: Uint8Array): string {
  if (bytes.length > MAX_STREAM_NAME_BYTES)
    throw new BadRequestError(`A stream name of more than ${MAX_STREAM_NAME_BYTES} bytes`)
  return text(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 'Stream name')
}

/** Refuses non-UTF-8 and zero bytes, which PostgreSQL text cannot hold. */
function text(bytes: Buffer, what: string): string {
  if (!isUtf8(bytes) || bytes.includes(0)) throw new BadRequestError(`${what} is not valid text`)
  return bytes.toString('utf8')
}

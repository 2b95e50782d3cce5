/**
 * Decodes ReadResp by hand: the official client creates some twenty objects per event and parses 64-bit numbers from
 * text (decision 38).
 */
import { readUuid, WireReader } from './wire.ts'

/** Both parts are equal for events, but not for checkpoints. */
export type LogPosition = { commit: bigint; prepare: bigint }

export type ReadEvent = {
  id: string
  stream: string
  /** From 0. */
  revision: number
  /** Commit position; undefined on streams of servers before 22.6. */
  position: bigint | undefined
  type: string
  /** JSON, its text if unparsable, or bytes for other content types. */
  data: unknown
  /** JSON; undefined if empty, bytes if unparsable. */
  metadata: unknown
  /** By the store's clock, whole milliseconds. */
  storedAt: Date
}

export type ReadReply =
  | { kind: 'event'; event: ReadEvent }
  | { kind: 'confirmation' }
  | { kind: 'checkpoint'; position: LogPosition }
  /** Unused: stream not found, caught up, first position. */
  | { kind: 'other' }

const OTHER: ReadReply = { kind: 'other' }
const CONFIRMATION: ReadReply = { kind: 'confirmation' }

/** Throws a RangeError for a malformed message or an empty event. */
export function decodeReadReply(message: Buffer): ReadReply {
  const reader = new WireReader(message)
  let reply = OTHER
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x0a) reply = { kind: 'event', event: readResolved(reader.message()) }
    else if (tag === 0x12) {
      reader.message()
      reply = CONFIRMATION
    } else if (tag === 0x1a) reply = { kind: 'checkpoint', position: readPosition(reader.message()) }
    else reader.skip(tag & 7)
  }
  return reply
}

/** Links are never resolved. */
function readResolved(reader: WireReader): ReadEvent {
  let event: ReadEvent | undefined
  let position: bigint | undefined
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x0a) event = readRecorded(reader.message())
    else if (tag === 0x18) position = reader.uint64()
    else reader.skip(tag & 7)
  }
  if (!event) throw new RangeError('The event store sent a read response without its event')
  event.position ??= position
  return event
}

function readRecorded(reader: WireReader): ReadEvent {
  const described: Described = { type: '<no-event-type-provided>', isJson: false, created: '' }
  let id = ''
  let stream = ''
  let revision = 0
  let position: bigint | undefined
  let metadata: Buffer | undefined
  let data: Buffer = NOTHING
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x0a) id = readUuid(reader.message())
    else if (tag === 0x12) stream = readStreamName(reader.message())
    else if (tag === 0x18) revision = reader.varint()
    // The prepare position adds nothing.
    else if (tag === 0x20) reader.varint()
    else if (tag === 0x28) position = reader.uint64()
    else if (tag === 0x32) describe(described, reader.message())
    else if (tag === 0x3a) metadata = reader.view()
    else if (tag === 0x42) data = reader.view()
    else reader.skip(tag & 7)
  }
  return {
    id,
    stream,
    revision,
    position,
    type: described.type,
    data: described.isJson ? parsedOr(data, asText) : data,
    metadata: metadata && metadata.length > 0 ? parsedOr(metadata, asIs) : undefined,
    storedAt: readCreated(described.created),
  }
}

const NOTHING = Buffer.alloc(0)
const asIs = (bytes: Buffer): unknown => bytes
const asText = (bytes: Buffer): unknown => bytes.toString('utf8')

function parsedOr(bytes: Buffer, otherwise: (bytes: Buffer) => unknown): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return otherwise(bytes)
  }
}

function readStreamName(reader: WireReader): string {
  let name = ''
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x1a) name = reader.string()
    else reader.skip(tag & 7)
  }
  return name
}

/** From the system metadata. */
type Described = { type: string; isJson: boolean; created: string }

function describe(described: Described, entry: WireReader): void {
  let key = ''
  let value = ''
  while (!entry.done) {
    const tag = entry.varint()
    if (tag === 0x0a) key = entry.string()
    else if (tag === 0x12) value = entry.string()
    else entry.skip(tag & 7)
  }
  if (key === 'type') described.type = value
  else if (key === 'created') described.created = value
  else if (key === 'content-type') described.isJson = value === 'application/json'
}

/** Decimal 100 ns ticks since 1970: too large for a number, so sub-millisecond digits are cut off. */
function readCreated(ticks: string): Date {
  const ms = Number(ticks.slice(0, -4))
  return new Date(Number.isFinite(ms) ? ms : 0)
}

function readPosition(reader: WireReader): LogPosition {
  const position: LogPosition = { commit: 0n, prepare: 0n }
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x08) position.commit = reader.uint64()
    else if (tag === 0x10) position.prepare = reader.uint64()
    else reader.skip(tag & 7)
  }
  return position
}

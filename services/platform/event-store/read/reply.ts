/**
 * Decodes the store's replies to a read or a subscription (ReadResp) by hand: the official client creates some twenty
 * objects per event and parses five 64-bit numbers from text (decision 38). reply.test.ts compares the result with the
 * client's own classes.
 */
import { readUuid, WireReader } from '../wire.ts'

/** A place in the log, as the server sends it. Both parts are equal for an event, but may differ for a checkpoint. */
export type LogPosition = { commit: bigint; prepare: bigint }

/** An event as received, from any stream. */
export type ReadEvent = {
  id: string
  stream: string
  /** Place in its stream, from 0. */
  revision: number
  /** Commit position; undefined if the server does not send it (before 22.6, on a stream). */
  position: bigint | undefined
  type: string
  /** Parsed if the event declares JSON, or its text if that fails to parse; raw bytes for any other content type. */
  data: unknown
  /** Parsed JSON; undefined if empty, bytes if it does not parse. */
  metadata: unknown
  /** When the store wrote the event, by the store's clock, in whole milliseconds. */
  storedAt: Date
}

export type ReadReply =
  | { kind: 'event'; event: ReadEvent }
  /** The server accepted the subscription. */
  | { kind: 'confirmation' }
  | { kind: 'checkpoint'; position: LogPosition }
  /** Replies that nothing here uses: stream not found, caught up, first position of the stream. */
  | { kind: 'other' }

const OTHER: ReadReply = { kind: 'other' }
const CONFIRMATION: ReadReply = { kind: 'confirmation' }

/** Decodes one reply. Throws a RangeError for a malformed message or an empty event. */
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

/** Link resolution is never requested, so the event is always the stored one. */
function readResolved(reader: WireReader): ReadEvent {
  let event: ReadEvent | undefined
  let position: bigint | undefined
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x0a) event = readRecorded(reader.message())
    else if (tag === 0x18) position = reader.uint64()
    else reader.skip(tag & 7)
  }
  if (!event) throw new RangeError('An event of the log came without the event')
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
    // The prepare position adds nothing to the commit position.
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

/** Entries of the event's system metadata map. */
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

/**
 * Ticks of 100 ns since 1970, as decimal digits: too large for an exact number, so the digits below a millisecond are
 * cut off.
 */
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

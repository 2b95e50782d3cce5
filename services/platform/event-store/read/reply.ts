/**
 * What the store answers to a read or a subscription (ReadResp), read by hand: the official client makes some twenty objects of each event,
 * and five numbers of 64 bits from text (decision 38). reply.test.ts holds this against the client's own classes.
 */
import { readUuid, WireReader } from '../wire.ts'

/** A place in the log, as the server says it: for an event both are equal, for a checkpoint they need not be (eventstoredb.md 2.4). */
export type LogPosition = { commit: bigint; prepare: bigint }

/** An event as it came, of whatever stream. */
export type ReadEvent = {
  id: string
  stream: string
  /** Place on its stream, from 0. */
  revision: number
  /** Commit position; undefined where the server does not say it: one older than 22.6, on a stream. */
  position: bigint | undefined
  type: string
  /** Of an event that says it is JSON: what that means, or the text where it is none. Of any other: its bytes. */
  data: unknown
  /** As `data` of an event that is JSON; undefined where there is none, bytes where it is none. */
  metadata: unknown
  /** The store's own clock when it wrote the event, in whole milliseconds. */
  storedAt: Date
}

export type ReadReply =
  | { kind: 'event'; event: ReadEvent }
  /** The subscription stands. */
  | { kind: 'confirmation' }
  | { kind: 'checkpoint'; position: LogPosition }
  /** There is no such stream, a live subscription has caught up, where a stream begins: nothing that anybody here waits for. */
  | { kind: 'other' }

const OTHER: ReadReply = { kind: 'other' }
const CONFIRMATION: ReadReply = { kind: 'confirmation' }

/** One reply. Throws a RangeError for what is no message, and for an event that has nothing in it. */
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

/** Links are never asked to be resolved, so the event is always the one that stands there. */
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
    // The prepare position says nothing that the commit position does not.
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

/** What the server says about an event in a map of texts. */
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

/** 100 ns since 1970 in decimal digits: more than a number of JavaScript's can hold, but its milliseconds are not. */
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

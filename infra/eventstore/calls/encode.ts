/**
 * The two hot responses, encoded by hand: events and the success of a batched append. encode.test.ts compares them with
 * the generated classes.
 */
import {
  fieldSize,
  mapEntry,
  UUID_FIELD_SIZE,
  varintSize,
  writeBytes,
  writeHead,
  writeText,
  writeUuid,
  writeVarint,
} from '#platform/event-store/codec/wire.ts'
import type { StoredEvent } from '../log/model.ts'

const JSON_TYPE = 'application/json'
const BYTES_TYPE = 'application/octet-stream'
const KEY_TYPE = mapKey('type')
const ENTRY_JSON = mapEntry(6, 'content-type', JSON_TYPE)
const ENTRY_BYTES = mapEntry(6, 'content-type', BYTES_TYPE)
const KEY_CREATED = mapKey('created')

function mapKey(key: string): Buffer {
  const into = Buffer.alloc(fieldSize(key.length))
  writeBytes(into, 0, 1, Buffer.from(key))
  return into
}

/** ReadResp { event { event { … } commit_position } } with a textual ID, cached on the event. */
export function eventFrame(event: StoredEvent): Buffer {
  return (event.frame ??= encodeEvent(event, Buffer.allocUnsafe).frame)
}

/** Copies an event for keeping, in bytes from `cut`: a received payload would hold the whole message in memory. */
export function keptEvent(event: StoredEvent, cut: (bytes: number) => Buffer): StoredEvent {
  return { ...event, ...encodeEvent(event, cut) }
}

function encodeEvent(
  event: StoredEvent,
  cut: (bytes: number) => Buffer,
): Pick<StoredEvent, 'data' | 'metadata'> & { frame: Buffer } {
  const { stream, type, revision, position, data, metadata } = event
  const streamBytes = Buffer.byteLength(stream)
  const typeBytes = Buffer.byteLength(type)
  // In 100 ns ticks since 1970; the clock counts milliseconds.
  const created = `${event.createdMs}0000`
  const contentType = event.isJson ? ENTRY_JSON : ENTRY_BYTES
  const typeEntry = KEY_TYPE.length + fieldSize(typeBytes)
  const createdEntry = KEY_CREATED.length + fieldSize(created.length)
  const streamField = fieldSize(streamBytes)
  const positionSize = 1 + varintSize(position)
  const recorded =
    UUID_FIELD_SIZE +
    fieldSize(streamField) +
    (revision === 0 ? 0 : 1 + varintSize(revision)) +
    2 * positionSize +
    fieldSize(typeEntry) +
    contentType.length +
    fieldSize(createdEntry) +
    (metadata.length === 0 ? 0 : fieldSize(metadata.length)) +
    (data.length === 0 ? 0 : fieldSize(data.length))
  const readEvent = fieldSize(recorded) + positionSize
  const into = cut(fieldSize(readEvent))

  let at = writeHead(into, 0, 1, readEvent)
  at = writeHead(into, at, 1, recorded)
  at = writeUuid(into, at, event.id)
  at = writeHead(into, at, 2, streamField)
  at = writeText(into, at, 3, stream, streamBytes)
  if (revision !== 0) {
    into[at++] = 0x18
    at = writeVarint(into, at, revision)
  }
  into[at++] = 0x20
  at = writeVarint(into, at, position)
  into[at++] = 0x28
  at = writeVarint(into, at, position)
  at = writeHead(into, at, 6, typeEntry)
  at += KEY_TYPE.copy(into, at)
  at = writeText(into, at, 2, type, typeBytes)
  at += contentType.copy(into, at)
  at = writeHead(into, at, 6, createdEntry)
  at += KEY_CREATED.copy(into, at)
  at = writeText(into, at, 2, created, created.length)
  if (metadata.length > 0) at = writeBytes(into, at, 7, metadata)
  const metadataEnd = at
  if (data.length > 0) at = writeBytes(into, at, 8, data)
  const dataEnd = at
  into[at++] = 0x18
  writeVarint(into, at, position)
  return {
    frame: into,
    metadata: into.subarray(metadataEnd - metadata.length, metadataEnd),
    data: into.subarray(dataEnd - data.length, dataEnd),
  }
}

export function appendSuccessFrame(correlationId: Buffer, revision: number, position: number): Buffer {
  const positionBody = 2 * (1 + varintSize(position))
  const success = 1 + varintSize(revision) + fieldSize(positionBody)
  const into = Buffer.allocUnsafe(fieldSize(correlationId.length) + fieldSize(success))
  let at = writeBytes(into, 0, 1, correlationId)
  at = writeHead(into, at, 3, success)
  into[at++] = 0x08
  at = writeVarint(into, at, revision)
  at = writeHead(into, at, 3, positionBody)
  into[at++] = 0x08
  at = writeVarint(into, at, position)
  into[at++] = 0x10
  writeVarint(into, at, position)
  return into
}

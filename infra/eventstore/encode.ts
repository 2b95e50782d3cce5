/**
 * The two hot answers, encoded by hand: an event for a reader and the success of a batched append (performance.md 4,
 * technique 9). Everything else goes through the generated classes. encode.test.ts holds the two against each other.
 */
import { fieldSize, varintSize, writeBytes, writeHead, writeVarint } from '#platform/event-store/wire.ts'
import type { StoredEvent } from './model.ts'

const JSON_TYPE = 'application/json'
const BYTES_TYPE = 'application/octet-stream'
const KEY_TYPE = mapKey('type')
const ENTRY_JSON = mapEntry('content-type', JSON_TYPE)
const ENTRY_BYTES = mapEntry('content-type', BYTES_TYPE)
const KEY_CREATED = mapKey('created')
/** id { string }: tag, length 38, inner tag, length 36. */
const ID_HEAD = Buffer.from([0x0a, 38, 0x12, 36])
const ID_SIZE = 40

function mapKey(key: string): Buffer {
  const into = Buffer.alloc(fieldSize(key.length))
  writeBytes(into, 0, 1, Buffer.from(key))
  return into
}

function mapEntry(key: string, value: string): Buffer {
  const body = Buffer.alloc(fieldSize(key.length) + fieldSize(value.length))
  writeBytes(body, writeBytes(body, 0, 1, Buffer.from(key)), 2, Buffer.from(value))
  const into = Buffer.alloc(fieldSize(body.length))
  writeBytes(into, 0, 6, body)
  return into
}

/** ReadResp { event { event { … } commit_position } } with the id as text, made once and kept on the event. */
export function eventFrame(event: StoredEvent): Buffer {
  return (event.frame ??= encodeEvent(event))
}

function encodeEvent(event: StoredEvent): Buffer {
  const { stream, type, revision, position, data, metadata } = event
  const streamBytes = Buffer.byteLength(stream)
  const typeBytes = Buffer.byteLength(type)
  // 100 ns ticks since 1970, as decimal digits; the last four are always zero because the clock counts milliseconds.
  const created = `${event.createdMs}0000`
  const contentType = event.isJson ? ENTRY_JSON : ENTRY_BYTES
  const typeEntry = KEY_TYPE.length + fieldSize(typeBytes)
  const createdEntry = KEY_CREATED.length + fieldSize(created.length)
  const streamField = fieldSize(streamBytes)
  const positionSize = 1 + varintSize(position)
  const recorded =
    ID_SIZE +
    fieldSize(streamField) +
    (revision === 0 ? 0 : 1 + varintSize(revision)) +
    2 * positionSize +
    fieldSize(typeEntry) +
    contentType.length +
    fieldSize(createdEntry) +
    (metadata.length === 0 ? 0 : fieldSize(metadata.length)) +
    (data.length === 0 ? 0 : fieldSize(data.length))
  const readEvent = fieldSize(recorded) + positionSize
  const into = Buffer.allocUnsafe(fieldSize(readEvent))

  let at = writeHead(into, 0, 1, readEvent)
  at = writeHead(into, at, 1, recorded)
  at += ID_HEAD.copy(into, at)
  at += into.write(event.id, at, 'latin1')
  at = writeHead(into, at, 2, streamField)
  at = writeHead(into, at, 3, streamBytes)
  at += into.write(stream, at, 'utf8')
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
  at = writeHead(into, at, 2, typeBytes)
  at += into.write(type, at, 'utf8')
  at += contentType.copy(into, at)
  at = writeHead(into, at, 6, createdEntry)
  at += KEY_CREATED.copy(into, at)
  at = writeHead(into, at, 2, created.length)
  at += into.write(created, at, 'latin1')
  if (metadata.length > 0) at = writeBytes(into, at, 7, metadata)
  if (data.length > 0) at = writeBytes(into, at, 8, data)
  into[at++] = 0x18
  writeVarint(into, at, position)
  return into
}

/** BatchAppendResp { correlation_id, success { current_revision, position } }; the correlation id goes back as it came. */
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

/** The part of the protobuf wire format that the hot messages need: a reader over a Buffer, and writers into one. */

const TWO_32 = 4_294_967_296
/** Represents 2^63-1, which a JavaScript number cannot hold exactly. */
export const LARGEST_INT64 = Number.MAX_SAFE_INTEGER
/** Varints of up to this many bytes are exact as numbers. */
const EXACT_BYTES = 7

/** Reads one message. Throws a RangeError if it is truncated, which the embedded server answers as INVALID_ARGUMENT. */
export class WireReader {
  readonly bytes: Buffer
  offset: number
  readonly end: number

  constructor(bytes: Buffer, offset = 0, end = bytes.length) {
    this.bytes = bytes
    this.offset = offset
    this.end = end
  }

  get done(): boolean {
    return this.offset >= this.end
  }

  /**
   * An unsigned varint. Exact below 2^53; larger ones (negative int64, 2^64-1) lose their low bits, which no caller
   * needs.
   */
  varint(): number {
    let result = 0
    let factor = 1
    for (;;) {
      if (this.offset >= this.end) throw new RangeError('Truncated message')
      const byte = this.bytes[this.offset++] as number
      result += (byte & 0x7f) * factor
      if (byte < 0x80) return result
      factor *= 128
      if (factor > 2 ** 70) throw new RangeError('Malformed varint')
    }
  }

  /** An unsigned 64-bit varint, exact. */
  uint64(): bigint {
    const start = this.offset
    const value = this.varint()
    return this.offset - start <= EXACT_BYTES
      ? BigInt(value)
      : BigInt(`0x${new WireReader(this.bytes, start, this.offset).int64Hex()}`)
  }

  /** The payload of a length-delimited field, as a view. */
  view(): Buffer {
    const start = this.#enter()
    return this.bytes.subarray(start, this.offset)
  }

  /** A reader of a nested message, over the same bytes without a copy. */
  message(): WireReader {
    const start = this.#enter()
    return new WireReader(this.bytes, start, this.offset)
  }

  string(): string {
    const start = this.#enter()
    return this.bytes.toString('utf8', start, this.offset)
  }

  /** Skips a length-delimited field and returns the start of its payload, which ends at `offset`. */
  #enter(): number {
    const length = this.varint()
    const start = this.offset
    if (start + length > this.end) throw new RangeError('Truncated message')
    this.offset = start + length
    return start
  }

  /** A varint of up to 64 bits as 16 hex digits, such as one half of a structured UUID. */
  int64Hex(): string {
    let value = 0n
    let shift = 0n
    for (;;) {
      if (this.offset >= this.end) throw new RangeError('Truncated message')
      const byte = this.bytes[this.offset++] as number
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value).toString(16).padStart(16, '0')
      shift += 7n
      if (shift > 70n) throw new RangeError('Malformed varint')
    }
  }

  skip(wireType: number): void {
    if (wireType === 0) this.int64Hex()
    else if (wireType === 1) this.offset += 8
    else if (wireType === 2) this.view()
    else if (wireType === 5) this.offset += 4
    else throw new RangeError('Unknown wire type')
    if (this.offset > this.end) throw new RangeError('Truncated message')
  }
}

export function varintSize(value: number): number {
  if (value === LARGEST_INT64) return 9
  let size = 1
  while (value >= 128) {
    value = Math.floor(value / 128)
    size += 1
  }
  return size
}

/** Writes a varint and returns the next offset. LARGEST_INT64 is written as 2^63-1. */
export function writeVarint(into: Buffer, offset: number, value: number): number {
  if (value === LARGEST_INT64) {
    into.fill(0xff, offset, offset + 8)
    into[offset + 8] = 0x7f
    return offset + 9
  }
  while (value >= TWO_32) {
    into[offset++] = (value % 128) | 0x80
    value = Math.floor(value / 128)
  }
  while (value >= 128) {
    into[offset++] = (value & 0x7f) | 0x80
    value >>>= 7
  }
  into[offset++] = value
  return offset
}

/**
 * Writes a length-delimited field and returns the next offset. Field numbers here are below 16, so the tag is one byte.
 */
export function writeBytes(into: Buffer, offset: number, field: number, bytes: Uint8Array): number {
  const start = writeHead(into, offset, field, bytes.length)
  into.set(bytes, start)
  return start + bytes.length
}

/** The size of a length-delimited field, tag included. */
export function fieldSize(length: number): number {
  return 1 + varintSize(length) + length
}

/** Writes a length-delimited field's tag and length, and returns the offset for its payload. */
export function writeHead(into: Buffer, offset: number, field: number, length: number): number {
  into[offset++] = (field << 3) | 2
  return writeVarint(into, offset, length)
}

/** Writes a text field of `bytes` UTF-8 bytes and returns the next offset. */
export function writeText(into: Buffer, offset: number, field: number, text: string, bytes: number): number {
  const at = writeHead(into, offset, field, bytes)
  return at + into.write(text, at, bytes, 'utf8')
}

/** Encodes an entry of a string map that is field `field` of its message. */
export function mapEntry(field: number, key: string, value: string): Buffer {
  const [keyBytes, valueBytes] = [Buffer.from(key), Buffer.from(value)]
  const size = fieldSize(keyBytes.length) + fieldSize(valueBytes.length)
  const into = Buffer.alloc(fieldSize(size))
  writeBytes(into, writeBytes(into, writeHead(into, 0, field, size), 1, keyBytes), 2, valueBytes)
  return into
}

const UUID_LENGTH = 36
const UUID_SIZE = 2 + UUID_LENGTH
export const UUID_FIELD_SIZE = fieldSize(UUID_SIZE)

/**
 * Writes a UUID as field 1. Throws a TypeError for a wrong length, because the unwritten bytes would keep the buffer's
 * old content.
 */
export function writeUuid(into: Buffer, offset: number, id: string): number {
  if (id.length !== UUID_LENGTH) throw new TypeError('This is no UUID')
  const at = writeHead(into, writeHead(into, offset, 1, UUID_SIZE), 2, UUID_LENGTH)
  return at + into.write(id, at, UUID_LENGTH, 'latin1')
}

/** A UUID message (text or two 64-bit halves) as text, not validated. */
export function readUuid(reader: WireReader): string {
  let id = ''
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x12) id = reader.string()
    else if (tag === 0x0a) id = readHalves(reader.message())
    else reader.skip(tag & 7)
  }
  return id
}

function readHalves(reader: WireReader): string {
  let high = ''
  let low = ''
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x08) high = reader.int64Hex()
    else if (tag === 0x10) low = reader.int64Hex()
    else reader.skip(tag & 7)
  }
  const hex = high.padStart(16, '0') + low.padStart(16, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

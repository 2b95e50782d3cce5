/** The protobuf wire format that hot messages need. */

const TWO_32 = 4_294_967_296
/** Stands for 2^63-1. */
export const LARGEST_INT64 = Number.MAX_SAFE_INTEGER
/** Varints up to this length are exact. */
const EXACT_BYTES = 7

/** Throws a RangeError if truncated, answered as INVALID_ARGUMENT by the embedded server. */
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

  /** Exact below 2^53; larger ones lose low bits, which no caller needs. */
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

  /** Exact. */
  uint64(): bigint {
    const start = this.offset
    const value = this.varint()
    return this.offset - start <= EXACT_BYTES
      ? BigInt(value)
      : BigInt(`0x${new WireReader(this.bytes, start, this.offset).int64Hex()}`)
  }

  /** A length-delimited payload, not copied. */
  view(): Buffer {
    const start = this.#enter()
    return this.bytes.subarray(start, this.offset)
  }

  /** A nested message, not copied. */
  message(): WireReader {
    const start = this.#enter()
    return new WireReader(this.bytes, start, this.offset)
  }

  string(): string {
    const start = this.#enter()
    return this.bytes.toString('utf8', start, this.offset)
  }

  /** Returns the payload's start; it ends at `offset`. */
  #enter(): number {
    const length = this.varint()
    const start = this.offset
    if (start + length > this.end) throw new RangeError('Truncated message')
    this.offset = start + length
    return start
  }

  /** Up to 64 bits as 16 hex digits, as half a UUID. */
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

/** Returns the next offset. */
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

/** Returns the next offset. Fields are below 16, so tags take one byte. */
export function writeBytes(into: Buffer, offset: number, field: number, bytes: Uint8Array): number {
  const start = writeHead(into, offset, field, bytes.length)
  into.set(bytes, start)
  return start + bytes.length
}

/** With tag. */
export function fieldSize(length: number): number {
  return 1 + varintSize(length) + length
}

/** Returns the payload's offset. */
export function writeHead(into: Buffer, offset: number, field: number, length: number): number {
  into[offset++] = (field << 3) | 2
  return writeVarint(into, offset, length)
}

/** Returns the next offset. */
export function writeText(into: Buffer, offset: number, field: number, text: string, bytes: number): number {
  const at = writeHead(into, offset, field, bytes)
  return at + into.write(text, at, bytes, 'utf8')
}

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

/** As field 1. Throws a TypeError for a wrong length, because unwritten bytes would keep old content. */
export function writeUuid(into: Buffer, offset: number, id: string): number {
  if (id.length !== UUID_LENGTH) throw new TypeError('Not a UUID')
  const at = writeHead(into, writeHead(into, offset, 1, UUID_SIZE), 2, UUID_LENGTH)
  return at + into.write(id, at, UUID_LENGTH, 'latin1')
}

/** From text or two halves; not validated. */
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

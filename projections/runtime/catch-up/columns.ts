/**
 * Columns of a batch as PostgreSQL arrays for `unnest`. Hand-written, because the client's array writer is slow: it
 * runs a regular expression on each element.
 */

/** For values that need no quoting: numbers, booleans, ISO 8601 times, event types. */
export function plain(column: readonly (number | bigint | boolean | string | null)[]): string {
  return `{${column.map((value) => (value === null ? 'NULL' : String(value))).join(',')}}`
}

/** PostgreSQL text cannot hold NUL, so it becomes U+FFFD instead of stopping the projection. */
export function texts(column: readonly (string | null)[]): string {
  return `{${column.map((value) => (value === null ? 'NULL' : `"${value.replaceAll('\0', '\ufffd').replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`
}

/**
 * Header of PostgreSQL's binary array format (array_recv): dimensions, has NULLs, element type, length, lower bound.
 */
const arrayHeader = (type: string, length: number) =>
  `0000000100000001${type}${length.toString(16).padStart(8, '0')}00000001`
/** pg_type.oid */
const UUID = '00000b86'
const TIMESTAMPTZ = '000004a0'
const HEADER_BYTES = 20
const UUID_LENGTH = '00000010'
const NULL_LENGTH = 'ffffffff'

/**
 * Binary, because PostgreSQL parses a text UUID in over 1 µs. Invalid ones are sent as text, for PostgreSQL to reject
 * (SQLSTATE 22P02).
 */
export function uuids(column: readonly (string | null)[]): Buffer | string {
  let bytes = HEADER_BYTES
  const elements = column.map((id) => {
    bytes += id === null ? 4 : 20
    return id === null ? NULL_LENGTH : UUID_LENGTH + id
  })
  const array = Buffer.from((arrayHeader(UUID, column.length) + elements.join('')).replaceAll('-', ''), 'hex')
  return array.length === bytes ? array : plain(column)
}

/** PostgreSQL's epoch, 2000-01-01T00:00:00Z, in Unix ms. */
const EPOCH_MS = 946_684_800_000
const MOMENT_BYTES = 8

/** Times with ms precision; others would lose digits as a number. */
const MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const timeOf = (moment: string) => (MILLISECONDS.test(moment) ? Date.parse(moment) : Number.NaN)

/** Caches the last time, because neighbours often share one. */
function timesOf(column: readonly (string | Date | null)[]): (number | null)[] {
  let known: string | undefined
  let time = Number.NaN
  return column.map((moment) => {
    if (moment === null) return null
    if (typeof moment !== 'string') return moment.getTime()
    if (moment !== known) {
      known = moment
      time = timeOf(moment)
    }
    return time
  })
}

/**
 * Binary microseconds, because PostgreSQL parses a text time in 1 µs. Other formats are sent as text, for PostgreSQL to
 * parse or reject (SQLSTATE 22007).
 */
export function moments(column: readonly (string | Date | null)[]): Buffer | string {
  const times = timesOf(column)
  if (times.some(Number.isNaN))
    return texts(column.map((moment) => (moment instanceof Date ? moment.toISOString() : moment)))
  const array = Buffer.alloc(HEADER_BYTES + column.length * (4 + MOMENT_BYTES))
  array.write(arrayHeader(TIMESTAMPTZ, column.length), 'hex')
  let end = HEADER_BYTES
  for (const time of times) {
    end = array.writeInt32BE(time === null ? -1 : MOMENT_BYTES, end)
    if (time !== null) end = array.writeBigInt64BE(BigInt(time - EPOCH_MS) * 1000n, end)
  }
  return array.subarray(0, end)
}

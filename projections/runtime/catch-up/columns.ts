/**
 * A column of a batch as a PostgreSQL array literal, for `unnest`. Written by hand because the client's own array
 * writer looks at every element with a regular expression, and these columns carry thousands (performance.md 2g).
 */

/** Whole numbers, booleans, and text that needs no quoting: moments in ISO 8601, event types. */
export function plain(column: readonly (number | bigint | boolean | string | null)[]): string {
  return `{${column.map((value) => (value === null ? 'NULL' : String(value))).join(',')}}`
}

/** Any text. PostgreSQL holds none with a NUL: one that stands in the log all the same is shown as what cannot be shown, and stops nobody's read models. */
export function texts(column: readonly (string | null)[]): string {
  return `{${column.map((value) => (value === null ? 'NULL' : `"${value.replaceAll('\0', '\ufffd').replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`
}

/**
 * A column of what few events have. Where none of a batch has it, the column is NULL itself, and `unnest` fills it up to the length of the others:
 * nothing has to be written, sent and read for each of thousands of rows. Not for the only column of a statement, nor for all of them.
 */
export function sparse<T>(
  write: (column: readonly (T | null)[]) => Buffer | string,
  column: readonly (T | undefined)[],
): Buffer | string | null {
  return column.every((value) => value === undefined) ? null : write(column.map((value) => value ?? null))
}

/** What stands before the elements of a binary array (PostgreSQL, array_recv): dimensions, whether NULLs may come, type, length, number of the first. */
const arrayHeader = (type: string, length: number) =>
  `0000000100000001${type}${length.toString(16).padStart(8, '0')}00000001`
/** pg_type.oid */
const UUID = '00000b86'
const TIMESTAMPTZ = '000004a0'
const HEADER_BYTES = 20
const UUID_LENGTH = '00000010'
const NULL_LENGTH = 'ffffffff'

/**
 * UUIDs, as a binary array: to read one as text takes PostgreSQL more than a microsecond, and a movement has four. What is none goes as
 * text, for PostgreSQL to refuse it as what it is (SQLSTATE 22P02).
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

/** 2000-01-01T00:00:00Z, from which PostgreSQL counts, in ms. */
const EPOCH_MS = 946_684_800_000
const MOMENT_BYTES = 8

/** A moment of our own clock. One of another precision would lose it as a number. */
const MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const timeOf = (moment: string) => (MILLISECONDS.test(moment) ? Date.parse(moment) : Number.NaN)

/** Neighbours in the log are often of one millisecond, and of each of them an event tells the same text. */
function timesOf(column: readonly (string | Date)[]): number[] {
  let known: string | undefined
  let time = Number.NaN
  return column.map((moment) => {
    if (typeof moment !== 'string') return moment.getTime()
    if (moment !== known) {
      known = moment
      time = timeOf(moment)
    }
    return time
  })
}

/**
 * Moments in ISO 8601, as a binary array of microseconds: PostgreSQL takes a microsecond to read one as text, and a movement has three. Of another
 * form they go as text, for PostgreSQL to read them, or to refuse them (SQLSTATE 22007).
 */
export function moments(column: readonly (string | Date)[]): Buffer | string {
  const times = timesOf(column)
  if (times.some(Number.isNaN))
    return texts(column.map((moment) => (typeof moment === 'string' ? moment : moment.toISOString())))
  const array = Buffer.alloc(HEADER_BYTES + column.length * (4 + MOMENT_BYTES))
  array.write(arrayHeader(TIMESTAMPTZ, column.length), 'hex')
  times.forEach((time, index) => {
    const at = HEADER_BYTES + index * (4 + MOMENT_BYTES)
    array.writeInt32BE(MOMENT_BYTES, at)
    array.writeBigInt64BE(BigInt(time - EPOCH_MS) * 1000n, at + 4)
  })
  return array
}

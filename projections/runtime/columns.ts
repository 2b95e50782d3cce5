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

/** What stands before the elements of a binary array (PostgreSQL, array_recv): dimensions, whether NULLs may come, type, length, number of the first. */
const uuidArray = (length: number) => `000000010000000100000b86${length.toString(16).padStart(8, '0')}00000001`
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
  const array = Buffer.from((uuidArray(column.length) + elements.join('')).replaceAll('-', ''), 'hex')
  return array.length === bytes ? array : plain(column)
}

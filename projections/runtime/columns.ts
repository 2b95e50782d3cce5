/**
 * A column of a batch as a PostgreSQL array literal, for `unnest`. Written by hand because the client's own array
 * writer looks at every element with a regular expression, and these columns carry thousands (performance.md 2g).
 */

/** Whole numbers, booleans, and text that needs no quoting: UUIDs, moments in ISO 8601, event types. */
export function plain(column: readonly (number | bigint | boolean | string | null)[]): string {
  return `{${column.map((value) => (value === null ? 'NULL' : String(value))).join(',')}}`
}

/** Any text. PostgreSQL holds none with a NUL: one that stands in the log all the same is shown as what cannot be shown, and stops nobody's read models. */
export function texts(column: readonly (string | null)[]): string {
  return `{${column.map((value) => (value === null ? 'NULL' : `"${value.replaceAll('\0', '\ufffd').replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`
}

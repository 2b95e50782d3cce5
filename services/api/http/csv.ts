import { noFormula } from '#platform/documents/no-formula.ts'

/** Without it spreadsheets garble Armenian. */
const BYTE_ORDER_MARK = '\ufeff'

export type Cell = string | number | null

/** RFC 4180. Text cannot start a formula; numbers stay numbers. */
export const csv = (rows: readonly (readonly Cell[])[]): string => BYTE_ORDER_MARK + csvRows(rows)

/** What follows the first rows of a file. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = noFormula(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

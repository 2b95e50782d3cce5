import { noFormula } from '#platform/documents/no-formula.ts'

/** The mark at the beginning by which a spreadsheet knows that the file is UTF-8: without it Armenian comes out as rubbish there. */
const BYTE_ORDER_MARK = '\ufeff'

/** Lines of a table as CSV (RFC 4180). No text begins a formula. Numbers are given as numbers. */
export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = noFormula(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

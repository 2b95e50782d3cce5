import { noFormula } from '#platform/documents/no-formula.ts'

/** Without it spreadsheets garble Armenian. */
const BYTE_ORDER_MARK = '\ufeff'

/** RFC 4180. Text cannot start a formula; numbers stay numbers. */
export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = noFormula(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

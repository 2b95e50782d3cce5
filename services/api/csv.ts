/** The mark at the beginning by which a spreadsheet knows that the file is UTF-8: without it Armenian comes out as rubbish there. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Where a formula would begin: at the beginning of a text, and behind what separates cells where the comma stands in numbers, as in Armenia: there a
 * spreadsheet makes cells of their own of a text with a semicolon or with lines, whatever stands around it.
 */
const BEGINS_FORMULA = /(^|[;\t\r\n])(?=[=+\-@\t\r])/g

/**
 * Lines of a table as CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it: names of perks
 * and reasons are written by people. Numbers are given as numbers.
 */
export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = value.replace(BEGINS_FORMULA, "$1'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

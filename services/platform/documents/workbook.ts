/**
 * A CSV is read by locale: with a decimal comma, as in Armenia, columns merge and 12.5 becomes 12 May. A workbook keeps
 * types.
 */
import writeExcelFile, { type CellObject } from 'write-excel-file/node'

/** `day`: 'YYYY-MM-DD'. `tenths`: integer tenths, shown with one decimal. */
export type WorkbookColumn = {
  heading: string
  kind: 'text' | 'day' | 'whole' | 'tenths'
  /** In characters. */ width: number
}
/** `tenths`: shown with one decimal in a column of any kind. */
export type WorkbookCell = string | number | { tenths: number } | null
export type Workbook = {
  /** At most 31 characters, none of []:*?/\ */
  sheet: string
  /** Lines above the table. */
  about: readonly string[]
  columns: readonly WorkbookColumn[]
  rows: readonly (readonly WorkbookCell[])[]
  totals: readonly (readonly WorkbookCell[])[]
}

const BOLD = { fontWeight: 'bold' } as const

export function workbook({ sheet, about, columns, rows, totals }: Workbook): Promise<Buffer> {
  const headings = columns.map(({ heading }) => ({ ...text(heading), ...BOLD }))
  const above = [...about.map((line) => [text(line)]), ...(about.length > 0 ? [[]] : []), headings]
  const cellsOf = (cells: readonly WorkbookCell[]) =>
    cells.map((cell, index) => cellOf(cell, columns[index]?.kind ?? 'text'))
  const below = totals.map((cells) => cellsOf(cells).map((cell) => cell && { ...cell, ...BOLD }))
  // Keeps headings visible.
  const options = { sheet, columns: columns.map(({ width }) => ({ width })), stickyRowsCount: above.length }
  return writeExcelFile([...above, ...rows.map(cellsOf), ...below], options).toBuffer()
}

/** Never read as a formula. */
const text = (value: string) => ({ type: String, value })

const inTenths = (tenths: number): CellObject => ({ type: Number, value: tenths / 10, format: '#,##0.0' })

function cellOf(cell: WorkbookCell, kind: WorkbookColumn['kind']): CellObject | null {
  if (cell === null) return null
  if (typeof cell === 'object') return inTenths(cell.tenths)
  if (typeof cell === 'number')
    return kind === 'tenths' ? inTenths(cell) : { type: Number, value: cell, format: '#,##0' }
  // The totals' label may be in a date column.
  return kind === 'day' && /^\d{4}-\d\d-\d\d$/.test(cell)
    ? { type: Date, value: new Date(cell), format: 'dd.mm.yyyy' }
    : text(cell)
}

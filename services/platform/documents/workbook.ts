/**
 * A table as a workbook of one sheet. A CSV is read by the rules of the reader's computer: where the comma stands in numbers, as in Armenia, its
 * columns fall together, and 12.5 becomes the twelfth of May. Here a number is a number and a day is a day everywhere.
 */
import writeExcelFile, { type CellObject } from 'write-excel-file/node'

/** `day`: 'YYYY-MM-DD'. `whole`: a whole number. `tenths`: whole tenths, shown as a number with one decimal. */
export type WorkbookColumn = {
  heading: string
  kind: 'text' | 'day' | 'whole' | 'tenths'
  /** In letters. */ width: number
}
export type WorkbookCell = string | number | null
export type Workbook = {
  /** On the sheet's tab: at most 31 letters, none of []:*?/\ */
  sheet: string
  /** What the table is of, a line each, above it. */
  about: readonly string[]
  columns: readonly WorkbookColumn[]
  rows: readonly (readonly WorkbookCell[])[]
  /** Below the rows, in bold. */
  totals: readonly (readonly WorkbookCell[])[]
}

const BOLD = { fontWeight: 'bold' } as const

/** The file's bytes. */
export function workbook({ sheet, about, columns, rows, totals }: Workbook): Promise<Buffer> {
  const headings = columns.map(({ heading }) => ({ ...text(heading), ...BOLD }))
  const above = [...about.map((line) => [text(line)]), ...(about.length > 0 ? [[]] : []), headings]
  const cellsOf = (cells: readonly WorkbookCell[]) =>
    cells.map((cell, index) => cellOf(cell, columns[index]?.kind ?? 'text'))
  const below = totals.map((cells) => cellsOf(cells).map((cell) => cell && { ...cell, ...BOLD }))
  // The headings stay in sight.
  const options = { sheet, columns: columns.map(({ width }) => ({ width })), stickyRowsCount: above.length }
  return writeExcelFile([...above, ...rows.map(cellsOf), ...below], options).toBuffer()
}

/** A text is one whatever it begins with: nothing in it is a formula. */
const text = (value: string) => ({ type: String, value })

function cellOf(cell: WorkbookCell, kind: WorkbookColumn['kind']): CellObject | null {
  if (cell === null) return null
  if (typeof cell === 'number')
    return kind === 'tenths'
      ? { type: Number, value: cell / 10, format: '#,##0.0' }
      : { type: Number, value: cell, format: '#,##0' }
  // A name in the row of totals stands in a column of days.
  return kind === 'day' && /^\d{4}-\d\d-\d\d$/.test(cell)
    ? { type: Date, value: new Date(cell), format: 'dd.mm.yyyy' }
    : text(cell)
}

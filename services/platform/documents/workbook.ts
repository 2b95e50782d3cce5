/**
 * A table as an Excel workbook of one sheet. A CSV is read by the reader's locale: with a decimal comma, as in Armenia,
 * its columns merge and 12.5 becomes 12 May. A workbook keeps numbers and dates typed.
 */
import writeExcelFile, { type CellObject } from 'write-excel-file/node'

/** `day`: 'YYYY-MM-DD'. `whole`: a whole number. `tenths`: whole tenths, shown with one decimal. */
export type WorkbookColumn = {
  heading: string
  kind: 'text' | 'day' | 'whole' | 'tenths'
  /** In characters. */ width: number
}
export type WorkbookCell = string | number | null
export type Workbook = {
  /** The tab's name: at most 31 characters, none of []:*?/\ */
  sheet: string
  /** Lines above the table that describe it. */
  about: readonly string[]
  columns: readonly WorkbookColumn[]
  rows: readonly (readonly WorkbookCell[])[]
  /** Rows below the others, in bold. */
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
  // Keeps the headings visible while scrolling.
  const options = { sheet, columns: columns.map(({ width }) => ({ width })), stickyRowsCount: above.length }
  return writeExcelFile([...above, ...rows.map(cellsOf), ...below], options).toBuffer()
}

/** A typed text cell, never read as a formula. */
const text = (value: string) => ({ type: String, value })

function cellOf(cell: WorkbookCell, kind: WorkbookColumn['kind']): CellObject | null {
  if (cell === null) return null
  if (typeof cell === 'number')
    return kind === 'tenths'
      ? { type: Number, value: cell / 10, format: '#,##0.0' }
      : { type: Number, value: cell, format: '#,##0' }
  // A label in the row of totals may be in a column of days.
  return kind === 'day' && /^\d{4}-\d\d-\d\d$/.test(cell)
    ? { type: Date, value: new Date(cell), format: 'dd.mm.yyyy' }
    : text(cell)
}

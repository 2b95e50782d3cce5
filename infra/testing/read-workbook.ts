import readExcelFile from 'read-excel-file/node'

type Cell = string | number | null

/** The sheet of a workbook row by row, as a spreadsheet reads it: a day is 'YYYY-MM-DD', what is empty is null, and rows end with their last cell. */
export async function rowsIn(workbook: Buffer): Promise<Cell[][]> {
  const [sheet] = await readExcelFile(workbook, { trim: false })
  return sheet!.data.map((cells) => {
    // The package's types say of a day that it is the constructor of days.
    const row = (cells as (Cell | Date)[]).map((cell) =>
      cell instanceof Date ? cell.toISOString().slice(0, 10) : cell,
    )
    return row.slice(0, row.findLastIndex((cell) => cell !== null) + 1)
  })
}

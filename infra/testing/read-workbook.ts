import readExcelFile from 'read-excel-file/node'

type Cell = string | number | null

/** Rows of a workbook's sheet: dates as 'YYYY-MM-DD', empty cells as null, without trailing empty cells. */
export async function rowsIn(workbook: Buffer): Promise<Cell[][]> {
  const [sheet] = await readExcelFile(workbook, { trim: false })
  return sheet!.data.map((cells) => {
    // The package's types are wrong for dates.
    const row = (cells as (Cell | Date)[]).map((cell) =>
      cell instanceof Date ? cell.toISOString().slice(0, 10) : cell,
    )
    return row.slice(0, row.findLastIndex((cell) => cell !== null) + 1)
  })
}

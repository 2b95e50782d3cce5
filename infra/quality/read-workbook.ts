/** Reads a workbook as a spreadsheet does: the archive by its directory, and each cell as what its kind says. For tests. */
import { crc32, inflateRawSync } from 'node:zlib'

/** The files of an archive. Throws where one is not what the directory says. */
export function filesIn(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, packed, size, nameLength] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24), archive.readUInt16LE(at + 28)]
    const [name, local] = [archive.toString('utf8', at + 46, at + 46 + nameLength), archive.readUInt32LE(at + 42)]
    if (!archive.subarray(local + 4, local + 30).equals(archive.subarray(at + 6, at + 32))) throw new Error(`${name}: two heads`)
    const content = inflateRawSync(archive.subarray(local + 30 + nameLength, local + 30 + nameLength + packed))
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name}: not what the directory says`)
    files.set(name, content.toString())
    at += 46 + nameLength
  }
  if (at !== end) throw new Error('The directory does not end where the archive does')
  return files
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The cells of the sheet by their places ('B4'), with the number of their style. */
export function cellsIn(archive: Buffer): Record<string, { value: string | number; style: number }> {
  const sheet = filesIn(archive).get('xl/worksheets/sheet1.xml') ?? ''
  const cells = [...sheet.matchAll(/<c r="([A-Z]\d+)" s="(\d)"([^>]*)>(.*?)<\/c>/gs)].map(([, at = '', style, kind = '', content = '']) => {
    const text = content.replace(/<[^>]+>/g, '').replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
    return [at, { value: kind.includes('inlineStr') ? text : Number(text), style: Number(style) }] as const
  })
  return Object.fromEntries(cells)
}

/** The same row by row: what is empty is null, and rows end with their last cell. */
export function rowsIn(archive: Buffer): (string | number | null)[][] {
  const rows: (string | number | null)[][] = []
  for (const [at, { value }] of Object.entries(cellsIn(archive))) {
    const [column, row] = [at.charCodeAt(0) - 'A'.charCodeAt(0), Number(at.slice(1)) - 1]
    while (rows.length <= row) rows.push([])
    const cells = rows[row]!
    while (cells.length < column) cells.push(null)
    cells[column] = value
  }
  return rows
}

/**
 * A table as a workbook of one sheet (Office Open XML, ECMA-376). A CSV is read by the rules of the reader's computer: where the comma stands in
 * numbers, as in Armenia, its columns fall together, and 12.5 becomes the twelfth of May. Here a number is a number and a day is a day everywhere, and
 * each is shown as the computer shows them.
 */
import { DAY_MS } from '#contracts/time.ts'
import { zip } from './zip.ts'

/** `day`: 'YYYY-MM-DD'. `whole`: a whole number. `tenths`: whole tenths, shown as a number with one decimal. */
export type WorkbookColumn = { heading: string; kind: 'text' | 'day' | 'whole' | 'tenths'; /** In letters. */ width: number }
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

export const WORKBOOK_MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The place of each kind's format in `styles.xml`; that in bold comes so many later. */
const FORMAT = { text: 0, day: 1, whole: 2, tenths: 3 } as const
const BOLD = 4

/** The days of a sheet are counted from here on. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30)

/** The file's bytes. At most 26 columns. */
export function workbook(book: Workbook): Buffer {
  return zip([
    { name: '[Content_Types].xml', text: CONTENT_TYPES },
    { name: '_rels/.rels', text: relations('officeDocument', 'xl/workbook.xml') },
    {
      name: 'xl/workbook.xml',
      text: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(book.sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', text: relations('worksheet', 'worksheets/sheet1.xml', 'styles', 'styles.xml') },
    { name: 'xl/styles.xml', text: STYLES },
    { name: 'xl/worksheets/sheet1.xml', text: sheetText(book) },
  ])
}

function sheetText({ about, columns, rows, totals }: Workbook): string {
  const texts = columns.map((): 'text' => 'text')
  const kinds = columns.map(({ kind }) => kind)
  const headings = columns.map(({ heading }) => heading)
  let number = 0
  const row = (cells: readonly WorkbookCell[], of: readonly WorkbookColumn['kind'][], bold: boolean): string => {
    number += 1
    return `<row r="${number}">${cells.map((cell, index) => cellText(cell, of[index] ?? 'text', { at: `${letterOf(index)}${number}`, bold })).join('')}</row>`
  }
  const lines = [
    ...about.map((line) => row([line], texts, false)),
    ...(about.length > 0 ? [row([], texts, false)] : []),
    row(headings, texts, true),
  ]
  const above = lines.length
  lines.push(...rows.map((cells) => row(cells, kinds, false)), ...totals.map((cells) => row(cells, kinds, true)))
  const widths = columns.map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
  // The headings stay in sight.
  const view = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${above}" topLeftCell="A${above + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
  return `${XML}<worksheet xmlns="${MAIN}">${view}<cols>${widths.join('')}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`
}

const letterOf = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index)

function cellText(cell: WorkbookCell, kind: WorkbookColumn['kind'], { at, bold }: { at: string; bold: boolean }): string {
  if (cell === null) return ''
  // A name in the row of totals stands in a column of days.
  const isDay = kind === 'day' && /^\d{4}-\d\d-\d\d$/.test(String(cell))
  const isText = typeof cell === 'string' && !isDay
  const style = FORMAT[isText ? 'text' : kind] + (bold ? BOLD : 0)
  // A text is one whatever it begins with: nothing in it is a formula.
  if (isText) return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  const value = typeof cell === 'string' ? (Date.parse(cell) - FIRST_DAY_MS) / DAY_MS : kind === 'tenths' ? cell / 10 : cell
  return `<c r="${at}" s="${style}"><v>${value}</v></c>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without the characters that XML 1.0 cannot hold: whoever types one in a name makes no file unreadable. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // eslint-disable-next-line no-control-regex -- They are what is looked for.
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

function relations(...pairs: readonly string[]): string {
  const each = Array.from({ length: pairs.length / 2 }, (_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${pairs[2 * index]}" Target="${pairs[2 * index + 1]}"/>`)
  return `${XML}<Relationships xmlns="${RELATIONS}">${each.join('')}</Relationships>`
}

const CONTENT_TYPES = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`

/** 14 is a day as the reader's computer writes it, 3 a whole number with its thousands apart. */
const FORMATS = [0, 14, 3, 164]
const cellStyles = [0, 1].flatMap((font) => FORMATS.map((format) => `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`))
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.0"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellStyles.length}">${cellStyles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Lays out A4 documents; callers supply all words. Takes up to seconds of CPU, so servers use pdf-drawings.ts. */
import { brandWidth, drawBrand, drawLogo } from './marks.ts'
import { openDocument, type Align, type Placing, type Style } from './typesetter.ts'

/** `fits`: as wide as its widest line, without wrapping. `share`: proportion of the remaining width. */
export type PdfColumn = { heading: string; align?: Align } & ({ share: number } | { fits: true })
export type PdfBlock =
  | { kind: 'title'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; quiet?: boolean }
  /** `figures`: values align as figures. */
  | { kind: 'pairs'; pairs: readonly (readonly [name: string, value: string])[]; figures?: true }
  /** Headings repeat on every page. `strong`: indexes of bold rows. */
  | { kind: 'table'; columns: readonly PdfColumn[]; rows: readonly (readonly string[])[]; strong?: ReadonlySet<number> }

/** Serialisable, because it is sent to a thread. */
export type PdfText = {
  title: string
  language: 'hy' | 'en'
  blocks: readonly PdfBlock[]
  /** Above everything. `logo`: a JPEG; an unreadable one is left out. */
  marks?: { brand: string; logo?: Uint8Array }
  /** Cut to one line. `pageOf`: as "Page {page} of {pages}". */
  footer: string
  pageOf: string
}

const MARGIN_PT = 42
const FOOT_PT = 40
const INK = '#241a1b'
const QUIET = '#6d5f60'
const RULE = '#d9cdc8'
/** Between table columns. */
const GAP_PT = 10
const BRAND = '#9c1f33'

const LOGO_PT = { width: 200, height: 48 }
const MARK_PT = 14

export async function makePdf({ title, language, blocks, footer, pageOf, marks }: PdfText): Promise<Buffer> {
  const { doc, setter, whole } = openDocument(
    { size: 'A4', margins: { top: MARGIN_PT, left: MARGIN_PT, right: MARGIN_PT, bottom: 0 }, bufferPages: true },
    { title, language },
  )
  const widthPt = doc.page.width - 2 * MARGIN_PT
  const bottom = doc.page.height - MARGIN_PT - FOOT_PT
  let y = MARGIN_PT

  const room = (heightPt: number): boolean => {
    if (y + heightPt <= bottom) return false
    doc.addPage()
    y = MARGIN_PT
    return true
  }
  const paragraph = (text: string, style: Style & { colour: string }, afterPt: number): void => {
    const heightPt = style.sizePt * 1.45
    for (const line of setter.wrapped(text, widthPt, style)) {
      room(heightPt)
      setter.line(line, { ...style, x: MARGIN_PT, y, widthPt })
      y += heightPt
    }
    y += afterPt
  }

  if (marks) {
    const { brand, logo } = marks
    const x = MARGIN_PT + widthPt - brandWidth(setter, brand, MARK_PT)
    drawBrand(doc, setter, brand, { x, y, sizePt: MARK_PT, colour: BRAND })
    const hasLogo = logo !== undefined && drawLogo(doc, logo, { x: MARGIN_PT, y, ...LOGO_PT })
    y += hasLogo ? LOGO_PT.height + 12 : 0
  }
  for (const block of blocks) {
    switch (block.kind) {
      case 'title':
        paragraph(block.text, { sizePt: 20, weight: 'bold', colour: BRAND }, 6)
        break
      case 'heading':
        y += 8
        room(60)
        paragraph(block.text, { sizePt: 12, weight: 'bold', colour: INK }, 3)
        break
      case 'text':
        paragraph(block.text, block.quiet ? { sizePt: 8.5, colour: QUIET } : { sizePt: 9.5, colour: INK }, 2)
        break
      case 'pairs': {
        const style: Style = { sizePt: 9.5 }
        const column: Pick<Placing, 'widthPt' | 'align'> = block.figures
          ? {
              widthPt: Math.max(...block.pairs.map(([, value]) => setter.reach(value, style, 'decimal'))),
              align: 'decimal',
            }
          : { widthPt: widthPt * 0.62 }
        for (const [name, value] of block.pairs) {
          const lines = block.figures ? [value] : setter.wrapped(value, column.widthPt, style)
          room(lines.length * 14)
          setter.line(name, { x: MARGIN_PT, y, widthPt: widthPt * 0.36, sizePt: 9.5, colour: QUIET })
          for (const line of lines) {
            setter.line(line, { x: MARGIN_PT + widthPt * 0.38, y, ...column, ...style, colour: INK })
            y += 14
          }
        }
        y += 6
        break
      }
      case 'table':
        table(block)
    }
  }

  function table({ columns, rows, strong }: Extract<PdfBlock, { kind: 'table' }>): void {
    const head: Style & { colour: string } = { sizePt: 8, colour: QUIET }
    const body = (number: number): Style & { colour: string } => ({
      sizePt: 8.5,
      colour: INK,
      ...(strong?.has(number) ? { weight: 'bold' } : {}),
    })
    const reaches = columns.map((column, index) => {
      if (!('fits' in column)) return 0
      const { heading: text, align = 'left' } = column
      return rows.reduce(
        (widest, row, number) => Math.max(widest, setter.reach(row[index] ?? '', body(number), align)),
        setter.reach(text, head),
      )
    })
    const leftPt = widthPt - GAP_PT * (columns.length - 1) - reaches.reduce((sum, reach) => sum + reach, 0)
    const shares = columns.reduce((sum, column) => sum + ('share' in column ? column.share : 0), 0)
    const widths = columns.map((column, index) =>
      'share' in column ? (leftPt * column.share) / shares : (reaches[index] ?? 0),
    )
    const starts = widths.map(
      (_, index) => MARGIN_PT + widths.slice(0, index).reduce((sum, width) => sum + width + GAP_PT, 0),
    )
    const cells = (texts: readonly string[], style: Style & { colour: string }): void => {
      const { sizePt } = style
      const wrapped = columns.map((column, index) =>
        'fits' in column
          ? (texts[index] ?? '').split('\n')
          : setter.wrapped(texts[index] ?? '', widths[index] ?? 0, style),
      )
      const heightPt = Math.max(1, ...wrapped.map((lines) => lines.length)) * sizePt * 1.35 + 5
      if (room(heightPt) && style !== head) heading()
      for (const [index, lines] of wrapped.entries()) {
        const { align = 'left' } = columns[index] as PdfColumn
        for (const [number, line] of lines.entries()) {
          const placing = {
            x: starts[index] ?? 0,
            y: y + number * sizePt * 1.35,
            widthPt: widths[index] ?? 0,
            ...style,
          }
          setter.line(line, { ...placing, align: style === head && align === 'decimal' ? 'right' : align })
        }
      }
      y += heightPt
      doc
        .moveTo(MARGIN_PT, y - 3)
        .lineTo(MARGIN_PT + widthPt, y - 3)
        .lineWidth(0.5)
        .strokeColor(RULE)
        .stroke()
    }
    const heading = (): void =>
      cells(
        columns.map((column) => column.heading),
        head,
      )
    y += 6
    room(60)
    heading()
    for (const [number, row] of rows.entries()) cells(row, body(number))
    y += 8
  }

  const pages = doc.bufferedPageRange().count
  const [footLine = '', ...cutOff] = setter.wrapped(footer, widthPt * 0.75, { sizePt: 8 })
  for (let page = 0; page < pages; page += 1) {
    doc.switchToPage(page)
    const foot = { x: MARGIN_PT, y: doc.page.height - MARGIN_PT, sizePt: 8, colour: QUIET }
    setter.line(cutOff.length > 0 ? `${footLine}…` : footLine, { ...foot, widthPt: widthPt * 0.75 })
    setter.line(pageOf.replace('{page}', String(page + 1)).replace('{pages}', String(pages)), {
      ...foot,
      x: MARGIN_PT + widthPt * 0.75,
      widthPt: widthPt * 0.25,
      align: 'right',
    })
  }
  doc.end()
  return whole
}

/** What all PDFs share: the document with its fonts, and lines of text in several scripts. */
import PDFDocument from 'pdfkit'
import { fontFile, scriptRuns, SCRIPTS, type Script, type Weight } from './fonts.ts'

const DECIMAL_SIGN = { hy: ',', en: '.' } as const

/** `decimal`: aligned at the decimal sign. */
export type Align = 'left' | 'right' | 'decimal'
export type Style = { sizePt: number; weight?: Weight }
export type Placing = Style & { x: number; y: number; widthPt: number; colour: string; align?: Align }
export type Typesetter = ReturnType<typeof typesetter>

/** `whole`: the file, once the caller has ended the document. */
export function openDocument(
  options: PDFKit.PDFDocumentOptions,
  { title, language }: { title: string; language: 'hy' | 'en' },
): { doc: PDFKit.PDFDocument; setter: Typesetter; whole: Promise<Buffer> } {
  const doc = new PDFDocument({
    ...options,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Hatik', Producer: 'Hatik' },
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  for (const script of SCRIPTS)
    for (const weight of ['regular', 'bold'] as const) doc.registerFont(`${script} ${weight}`, fontFile(script, weight))
  return { doc, setter: typesetter(doc, DECIMAL_SIGN[language]), whole }
}

function typesetter(doc: PDFKit.PDFDocument, decimalSign: string) {
  const measured = new Map<string, number>()
  const pieceWidth = (script: Script, text: string, { sizePt, weight = 'regular' }: Style): number => {
    const key = `${script} ${weight} ${text}`
    let perPoint = measured.get(key)
    if (perPoint === undefined) {
      perPoint = doc.font(`${script} ${weight}`).fontSize(100).widthOfString(text) / 100
      measured.set(key, perPoint)
    }
    return perPoint * sizePt
  }
  const width = (text: string, style: Style): number =>
    scriptRuns(text).reduce((sum, run) => sum + pieceWidth(run.script, run.text, style), 0)
  /** Space for missing tenths. */
  const tenths = (text: string, style: Style, align: Align): number =>
    align === 'decimal' && !text.includes(decimalSign) ? width(`${decimalSign}0`, style) : 0

  /**
   * Sums cached letter widths, because each new piece would cost a layout; the ignored kerning is less than the column
   * gap.
   */
  const broken = (word: string, widthPt: number, style: Style): string[] => {
    const pieces: string[] = []
    let takenPt = Number.POSITIVE_INFINITY
    for (const letter of word) {
      const letterPt = width(letter, style)
      if (takenPt + letterPt > widthPt) {
        pieces.push(letter)
        takenPt = letterPt
      } else {
        pieces[pieces.length - 1] += letter
        takenPt += letterPt
      }
    }
    return pieces
  }

  return {
    line(text: string, placing: Placing): void {
      const { x, y, widthPt, sizePt, weight = 'regular', colour, align = 'left' } = placing
      let at = align === 'left' ? x : x + widthPt - width(text, placing) - tenths(text, placing, align)
      for (const run of scriptRuns(text)) {
        doc
          .font(`${run.script} ${weight}`)
          .fontSize(sizePt)
          .fillColor(colour)
          .text(run.text, at, y, { lineBreak: false })
        at += pieceWidth(run.script, run.text, placing)
      }
    },

    /** Widest line, unwrapped. */
    reach(text: string, style: Style, align: Align = 'left'): number {
      return Math.max(...text.split('\n').map((line) => width(line, style) + tenths(line, style, align)))
    },

    wrapped(text: string, widthPt: number, style: Style): string[] {
      return text.split('\n').flatMap((paragraph) => {
        const lines: string[] = []
        const spacePt = width(' ', style)
        let takenPt = Number.POSITIVE_INFINITY
        for (const word of paragraph
          .split(' ')
          .flatMap((long) => (width(long, style) > widthPt ? broken(long, widthPt, style) : [long]))) {
          const wordPt = width(word, style)
          if (takenPt + spacePt + wordPt > widthPt) {
            lines.push(word)
            takenPt = wordPt
          } else {
            lines[lines.length - 1] += ` ${word}`
            takenPt += spacePt + wordPt
          }
        }
        return lines
      })
    },
  }
}

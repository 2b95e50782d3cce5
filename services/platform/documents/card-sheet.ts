/** Cards without a phone, ten on an A4 sheet, to be printed and cut; callers supply all words. */
import { drawQr } from './draw-qr.ts'
import { openDocument, type Style } from './typesetter.ts'

/** Serialisable, because it is sent to a thread. */
export type CardSheet = {
  language: 'hy' | 'en'
  title: string
  name: string
  howTo: string
  /** Host name, never cut. */
  site: string
  /** Beside the secret, which is to be covered before a card is handed out. */
  underCover: string
  brand: string
  /** `code`: also the content of the QR code. */
  cards: readonly { code: string; secret: string }[]
}

const SHEET_PT = { width: 595.28, height: 841.89 }
/** 85.6 by 54 mm, as a bank card. */
const CARD_PT = { width: 242.6, height: 153 }
const COLUMNS = 2
const ROWS = 5
const PADDING_PT = 12
/** The strip that is covered. */
const COVER_PT = 26
const QR_PT = 92
const SITE_PT = 7.5
const INK = '#241a1b'
const QUIET = '#6d5f60'
const BRAND = '#9c1f33'
const CUT = '#c9bfc0'

export async function makeCardSheet({
  language,
  title,
  name,
  howTo,
  site,
  underCover,
  brand,
  cards,
}: CardSheet): Promise<Buffer> {
  const { doc, setter, whole } = openDocument({ size: 'A4', margin: 0 }, { title, language })
  const leftPt = (SHEET_PT.width - COLUMNS * CARD_PT.width) / 2
  const topPt = (SHEET_PT.height - ROWS * CARD_PT.height) / 2
  const textPt = CARD_PT.width - QR_PT - 3 * PADDING_PT

  for (const [index, card] of cards.entries()) {
    const place = index % (COLUMNS * ROWS)
    if (place === 0 && index > 0) doc.addPage({ size: 'A4', margin: 0 })
    const x = leftPt + (place % COLUMNS) * CARD_PT.width
    const y = topPt + Math.floor(place / COLUMNS) * CARD_PT.height
    draw(card, x, y)
  }
  doc.end()
  return whole

  function draw({ code, secret }: CardSheet['cards'][number], x: number, y: number): void {
    doc.lineWidth(0.5).rect(x, y, CARD_PT.width, CARD_PT.height).stroke(CUT)
    const textX = x + PADDING_PT
    let lineY = y + PADDING_PT
    const lines = (text: string, style: Style & { colour: string }, most: number): void => {
      for (const line of cut(setter.wrapped(text, textPt, style), most, style)) {
        setter.line(line, { ...style, x: textX, y: lineY, widthPt: textPt })
        lineY += style.sizePt * 1.25
      }
    }
    lines(name, { sizePt: 13, weight: 'bold', colour: INK }, 2)
    lineY += 3
    lines(howTo, { sizePt: 7.5, colour: QUIET }, 4)
    const codeText = `${code.slice(0, 2)} ${code.slice(2)}`
    setter.line(codeText, { sizePt: 17, weight: 'bold', x: textX, y: y + 84, widthPt: textPt, colour: INK })
    setter.line(brand, { sizePt: 8, weight: 'bold', x: textX, y: y + 105, widthPt: textPt, colour: BRAND })
    const widthPt = CARD_PT.width - 2 * PADDING_PT
    const siteStyle: Style = { sizePt: SITE_PT, weight: 'bold' }
    const siteSizePt = SITE_PT * Math.min(1, widthPt / setter.reach(site, siteStyle))
    setter.line(site, { ...siteStyle, sizePt: siteSizePt, x: textX, y: y + 117, widthPt, colour: INK })
    drawQr(doc, code, { x: x + CARD_PT.width - QR_PT - PADDING_PT / 2, y: y + PADDING_PT / 2, sidePt: QR_PT })

    const coverY = y + CARD_PT.height - COVER_PT
    doc
      .dash(2, { space: 2 })
      .moveTo(x, coverY)
      .lineTo(x + CARD_PT.width, coverY)
      .stroke(CUT)
      .undash()
    const secretStyle: Style = { sizePt: 10, weight: 'bold' }
    const secretPt = setter.reach(secret, secretStyle)
    setter.line(underCover, { sizePt: 7, x: textX, y: coverY + 9, widthPt: widthPt - secretPt, colour: QUIET })
    setter.line(secret, {
      ...secretStyle,
      x: textX + widthPt - secretPt,
      y: coverY + 7,
      widthPt: secretPt + 1,
      colour: INK,
    })
  }

  /** The last line that stays ends in … if more follow. */
  function cut(lines: readonly string[], most: number, style: Style): readonly string[] {
    if (lines.length <= most) return lines
    let last = `${lines[most - 1]}…`
    while (setter.reach(last, style) > textPt) last = `${last.slice(0, -2).trimEnd()}…`
    return [...lines.slice(0, most - 1), last]
  }
}

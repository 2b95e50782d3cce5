/** A poster (A4), table card (A5) or sticker (A6) with a QR code; callers supply all words. */
import { drawQr } from './draw-qr.ts'
import { openDocument, type Style } from './typesetter.ts'
import { brandWidth, drawBrand, drawLogo } from './marks.ts'

/** Serialisable, because it is sent to a thread. */
export type Poster = {
  sheet: 'A4' | 'A5' | 'A6'
  language: 'hy' | 'en'
  title: string
  name: string
  headline: string
  howTo: string
  /** Opened by the QR code. */
  address: string
  brand: string
  /** JPEG; an unreadable one is left out. */
  logo?: Uint8Array
}

/** All sheets are the A4 layout, scaled. */
const WIDTH_PT = 595.28
const MARGIN_PT = 48
const TEXT_PT = WIDTH_PT - 2 * MARGIN_PT
const BAND_PT = 18
const LOGO_PT = { width: 280, height: 104 }
/** Where the lines below the QR code begin. */
const BELOW_PT = 676
const QR_MOST_PT = 300
const INK = '#241a1b'
const QUIET = '#6d5f60'
const BRAND = '#9c1f33'

export async function makePoster(poster: Poster): Promise<Buffer> {
  const { sheet, title, language, name, headline, howTo, address, brand, logo } = poster
  const { doc, setter, whole } = openDocument({ size: sheet, margin: 0 }, { title, language })
  doc.scale(doc.page.width / WIDTH_PT)
  doc.rect(0, 0, WIDTH_PT, BAND_PT).fill(BRAND)

  let y = BAND_PT + 38
  const lines = (texts: readonly string[], style: Style & { colour: string }): void => {
    for (const text of texts) {
      setter.line(text, { ...style, x: (WIDTH_PT - setter.reach(text, style)) / 2, y, widthPt: TEXT_PT })
      y += style.sizePt * 1.25
    }
  }
  /** In the largest size that fits two lines; cut in the smallest. */
  const fitted = (text: string, sizes: readonly number[], colour: string): void => {
    const bold = (sizePt: number) => ({ sizePt, weight: 'bold' as const })
    const wrap = (sizePt: number) => setter.wrapped(text, TEXT_PT, bold(sizePt))
    const sizePt = sizes.find((tried) => wrap(tried).length <= 2) ?? sizes.at(-1)!
    const [first = '', second, ...cutOff] = wrap(sizePt)
    const shown = second === undefined ? [first] : [first, cutOff.length > 0 ? `${second}…` : second]
    lines(shown, { ...bold(sizePt), colour })
  }

  const logoBox = { x: (WIDTH_PT - LOGO_PT.width) / 2, y, ...LOGO_PT, align: 'center' as const }
  if (logo && drawLogo(doc, logo, logoBox)) y += LOGO_PT.height + 16
  fitted(name, [36, 28, 22], INK)
  y += 6
  fitted(headline, [36, 30, 25], BRAND)
  const sidePt = Math.min(QR_MOST_PT, BELOW_PT - y - 36)
  drawQr(doc, address, {
    x: (WIDTH_PT - sidePt) / 2,
    y: y + 14 + (BELOW_PT - y - 28 - sidePt) / 2,
    sidePt,
    frame: BRAND,
  })

  y = BELOW_PT
  const small = { sizePt: 19, colour: INK }
  lines(setter.wrapped(howTo, TEXT_PT, small).slice(0, 3), small)
  y += 4
  const shownAddress = address.replace(/^https?:\/\//, '').replace(/\?.*$/, '')
  const addressStyle = { sizePt: 13, colour: QUIET }
  lines(setter.wrapped(shownAddress, TEXT_PT, addressStyle).slice(0, 2), addressStyle)

  const x = (WIDTH_PT - brandWidth(setter, brand, 18)) / 2
  drawBrand(doc, setter, brand, { x, y: 792, sizePt: 18, colour: BRAND })
  doc.end()
  return whole
}

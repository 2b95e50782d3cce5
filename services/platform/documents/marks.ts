/** The marks of a business and of the brand on documents; sizes in points. */
import { SEED } from './seed.ts'
import type { Typesetter } from './typesetter.ts'

/** JPEG, fitted into the box. False if it is unreadable, and then nothing is drawn. */
export function drawLogo(
  doc: PDFKit.PDFDocument,
  logo: Uint8Array,
  { x, y, width, height, align }: { x: number; y: number; width: number; height: number; align?: 'center' },
): boolean {
  try {
    doc.image(Buffer.from(logo), x, y, { fit: [width, height], valign: 'center', ...(align && { align }) })
    return true
  } catch {
    return false
  }
}

/** Left edge of the word beside the seed, in sizes of the word. */
const WORD_FROM = 26 / 18
const SEED_SIDE = 22 / 18

export const brandWidth = (setter: Typesetter, brand: string, sizePt: number): number =>
  sizePt * WORD_FROM + setter.reach(brand, { sizePt, weight: 'bold' })

/** The seed with the brand's word in its colour. */
export function drawBrand(
  doc: PDFKit.PDFDocument,
  setter: Typesetter,
  brand: string,
  { x, y, sizePt, colour }: { x: number; y: number; sizePt: number; colour: string },
): void {
  doc
    .save()
    .translate(x, y + 1)
    .scale((sizePt * SEED_SIDE) / 32)
    .rotate(24, { origin: [16, 16] })
    .path(SEED)
    .fill(colour)
    .restore()
  const from = sizePt * WORD_FROM
  setter.line(brand, { sizePt, weight: 'bold', x: x + from, y, widthPt: brandWidth(setter, brand, sizePt), colour })
}

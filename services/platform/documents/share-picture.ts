/**
 * Link preview of a business (R22), 1200 × 630 px. Letters are outlines, so it looks the same on a machine without
 * fonts.
 */
import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import sharp from 'sharp'
import { fontFile, scriptRuns, type Script, type Weight } from './fonts.ts'
import { SEED } from './seed.ts'

const WIDTH_PX = 1200
const HEIGHT_PX = 630
const LEFT_PX = 96
const LOGO_PX = 176
const LOGO_TOP_PX = 92
/** Half of the logo stands on the cover. */
const COVER_HEIGHT_PX = 196
const STRIPE_PX = 18
const TEXT_WIDTH_PX = WIDTH_PX - 2 * LEFT_PX
const GROUND = '#f6efeb'
const INK = '#241a1b'
const QUIET = '#6d5f60'
const BRAND = '#9b1b30'

const fonts = new Map<string, Font>()
function fontOf(script: Script, weight: Weight): Font {
  const name = `${script} ${weight}`
  const font = fonts.get(name) ?? (create(readFileSync(fontFile(script, weight))) as Font)
  fonts.set(name, font)
  return font
}

type Style = { sizePx: number; weight: Weight }

/** From x 0, with the baseline at y 0. */
function outlined(text: string, { sizePx, weight }: Style): string {
  let widthPx = 0
  const paths: string[] = []
  for (const run of scriptRuns(text)) {
    const font = fontOf(run.script, weight)
    const scale = sizePx / font.unitsPerEm
    const { glyphs, positions } = font.layout(run.text)
    for (const [index, glyph] of glyphs.entries()) {
      const outline = glyph.path.toSVG()
      if (outline !== '')
        paths.push(`<path transform="translate(${widthPx.toFixed(2)} 0) scale(${scale} ${-scale})" d="${outline}"/>`)
      widthPx += (positions[index]?.xAdvance ?? glyph.advanceWidth) * scale
    }
  }
  return paths.join('')
}

/** Text widths in px, without outlines, which cost a hundred times as much. Cached per em for all sizes. */
function ruler(): (text: string, style: Style) => number {
  const measured = new Map<string, number>()
  return (text, { sizePx, weight }) => {
    const key = `${weight} ${text}`
    let ems = measured.get(key)
    if (ems === undefined) {
      ems = 0
      for (const run of scriptRuns(text)) {
        const font = fontOf(run.script, weight)
        const { glyphs, positions } = font.layout(run.text)
        for (const [index, glyph] of glyphs.entries())
          ems += (positions[index]?.xAdvance ?? glyph.advanceWidth) / font.unitsPerEm
      }
      measured.set(key, ems)
    }
    return ems * sizePx
  }
}
type Ruler = ReturnType<typeof ruler>

/** `more`: text is left over. A word wider than the picture gets its own line. */
function wrapped(text: string, style: Style, most: number, reach: Ruler): { set: string[]; more: boolean } {
  const set: string[] = []
  const space = reach(' ', style)
  let takenPx = 0
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const wordPx = reach(word, style)
    if (set.length > 0 && takenPx + space + wordPx <= TEXT_WIDTH_PX) {
      set[set.length - 1] += ` ${word}`
      takenPx += space + wordPx
    } else {
      if (set.length === most) return { set, more: true }
      set.push(word)
      takenPx = wordPx
    }
  }
  return { set, more: false }
}

/** At least one letter. */
function cut(line: string, end: string, style: Style, reach: Ruler): string {
  const letters = Array.from(line)
  const fits = (count: number) => reach(letters.slice(0, count).join('') + end, style) <= TEXT_WIDTH_PX
  if (fits(letters.length)) return line
  let fitting = 1
  let tooMany = letters.length
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2)
    if (fits(middle)) fitting = middle
    else tooMany = middle
  }
  return letters.slice(0, fitting).join('')
}

function lines(text: string, style: Style, most: number, reach: Ruler): string[] {
  const { set, more } = wrapped(text, style, most, reach)
  const shown = set.map((line) => cut(line, '', style, reach))
  const last = shown.at(-1)
  if (more && last !== undefined) shown[shown.length - 1] = `${cut(last, '…', style, reach).trimEnd()}…`
  return shown
}

/** The largest size that fits two lines. */
function nameStyle(name: string, reach: Ruler): Style {
  const sizes = [92, 80, 68]
  const style = sizes
    .map((sizePx) => ({ sizePx, weight: 'bold' as const }))
    .find((tried) => !wrapped(name, tried, 2, reach).more)
  return style ?? { sizePx: 56, weight: 'bold' }
}

export type SharePicture = { name: string; text: string; brand: string; logo?: Buffer; cover?: Buffer }

/** PNG; omits an undecodable logo or cover. */
export async function drawSharePicture({ name, text, brand, logo, cover }: SharePicture): Promise<Buffer> {
  const drawnLogo = logo && (await roundedLogo(logo))
  const drawnCover = cover && (await coverBand(cover))
  const reach = ruler()
  const top = nameStyle(name, reach)
  const small: Style = { sizePx: 34, weight: 'regular' }
  const hasPicture = drawnLogo !== undefined || drawnCover !== undefined
  let y = hasPicture ? LOGO_TOP_PX + LOGO_PX + 34 + top.sizePx * 0.8 : 190 + top.sizePx * 0.5
  const set: string[] = []
  const put = (line: string, style: Style, colour: string, heightPx: number) => {
    set.push(`<g fill="${colour}" transform="translate(${LEFT_PX} ${y.toFixed(1)})">${outlined(line, style)}</g>`)
    y += heightPx
  }
  for (const line of lines(name, top, 2, reach)) put(line, top, INK, top.sizePx * 1.16)
  y += 4
  for (const line of lines(text, small, y > 430 ? 1 : 2, reach)) put(line, small, QUIET, small.sizePx * 1.4)
  const mark = `<g transform="translate(${LEFT_PX - 6} 526) scale(1.75)"><g transform="rotate(24 16 16)"><path d="${SEED}" fill="${BRAND}"/></g></g>`
  const word = `<g fill="${BRAND}" transform="translate(${LEFT_PX + 60} 568)">${outlined(brand, { sizePx: 40, weight: 'bold' })}</g>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}"><rect width="100%" height="100%" fill="${GROUND}"/><rect width="${STRIPE_PX}" height="100%" fill="${BRAND}"/>${set.join('')}${mark}${word}</svg>`
  const picture = sharp(Buffer.from(svg))
  picture.composite([
    ...(drawnCover ? [{ input: drawnCover, left: STRIPE_PX, top: 0 }] : []),
    ...(drawnLogo ? [{ input: drawnLogo, left: LEFT_PX, top: LOGO_TOP_PX }] : []),
  ])
  return picture.png({ palette: true, quality: 90 }).toBuffer()
}

async function coverBand(cover: Buffer): Promise<Buffer | undefined> {
  return sharp(cover)
    .resize(WIDTH_PX - STRIPE_PX, COVER_HEIGHT_PX, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
    .catch(() => undefined)
}

async function roundedLogo(logo: Buffer): Promise<Buffer | undefined> {
  const mask = Buffer.from(
    `<svg width="${LOGO_PX}" height="${LOGO_PX}"><rect width="100%" height="100%" rx="28"/></svg>`,
  )
  return sharp(logo)
    .resize(LOGO_PX, LOGO_PX, { fit: 'contain', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .composite([{ input: mask, blend: 'dest-in' }])
    .png()
    .toBuffer()
    .catch(() => undefined)
}

/** `maskable`: with a margin for the systems' cut-outs. */
export async function drawIcon(sizePx: number, { maskable }: { maskable: boolean }): Promise<Buffer> {
  const room = maskable ? 0.24 : 0.1
  const inner = 32 / (1 - 2 * room)
  const corner = maskable ? 0 : inner * 0.22
  const seed = `<g transform="translate(${inner * room} ${inner * room})"><g transform="rotate(24 16 16)"><path d="${SEED}" fill="${BRAND}"/><path d="M12.3 14.8c-1.2 2-1.7 3.8-1.5 5.9" fill="none" stroke="#f6c9c0" stroke-width="2.2" stroke-linecap="round"/></g></g>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" viewBox="0 0 ${inner} ${inner}"><rect width="100%" height="100%" rx="${corner}" fill="${GROUND}"/>${seed}</svg>`
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
}

import PDFDocument from 'pdfkit'
import QR from 'qrcode'
import sharp from 'sharp'
import { afterEach, expect, it, vi } from 'vitest'
import { makePoster, type Poster } from './poster.ts'

afterEach(() => vi.restoreAllMocks())

const POSTER: Poster = {
  sheet: 'A4',
  language: 'hy',
  title: 'Պաստառ · Կոֆե Տուն',
  name: 'Կոֆե Տուն',
  headline: 'Հավաքեք միավորներ ամեն գնումից',
  howTo: 'Սկանավորեք հեռախոսով, գրանցվեք և վճարելիս ցույց տվեք Ձեր կոդը։',
  address: 'https://hatik.example.am/join/kofe-tun?lang=hy',
  brand: 'Հատիկ',
}

/** Arguments of drawing calls, which are x, y, width and height. */
const numbersOf = (calls: unknown[][]) => calls as [number, number, number, number][]
const pagesIn = (text: string) => text.match(/\/Type \/Page\b/g)?.length
const isDrawn = (text: string) => /\/Subtype \/Image/.test(text)

it.each([
  ['A4', '595.28 841.89'],
  ['A5', '419.53 595.28'],
  ['A6', '297.64 419.53'],
] as const)('a sheet of %s is one page of that size, with its fonts and its language in it', async (sheet, box) => {
  for (const language of ['hy', 'en'] as const) {
    const text = (await makePoster({ ...POSTER, sheet, language })).toString('latin1')
    expect(pagesIn(text)).toBe(1)
    expect(text).toContain(`/MediaBox [0 0 ${box}]`)
    expect(text).toContain('NotoSans')
    expect(text).toContain(`/Lang (${language})`)
  }
})

it('the code holds the whole address, as the same modules that a screen would draw', async () => {
  const rect = vi.spyOn(PDFDocument.prototype, 'rect')
  await makePoster(POSTER)
  // The first rectangle is the coloured band.
  const runs = numbersOf(rect.mock.calls).slice(1)
  const { modules } = QR.create(POSTER.address, { errorCorrectionLevel: 'M' })
  const modulePt = runs[0]![3]
  const left = Math.min(...runs.map(([x]) => x))
  const top = Math.min(...runs.map(([, y]) => y))
  const drawn = new Set<string>()
  for (const [x, y, widthPt] of runs)
    for (let column = 0; column < Math.round(widthPt / modulePt); column += 1)
      drawn.add(`${Math.round((x - left) / modulePt) + column} ${Math.round((y - top) / modulePt)}`)
  const wanted = new Set<string>()
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) wanted.add(`${column} ${row}`)
  expect(drawn).toEqual(wanted)
})

it('a logo is drawn, and an unreadable one is left out', async () => {
  const logo = await sharp({ create: { width: 400, height: 120, channels: 3, background: '#9b1b30' } })
    .jpeg()
    .toBuffer()
  expect(isDrawn((await makePoster({ ...POSTER, logo })).toString('latin1'))).toBe(true)
  for (const broken of [new Uint8Array(), logo.subarray(0, 10), Buffer.from('RIFF')]) {
    const text = (await makePoster({ ...POSTER, logo: broken })).toString('latin1')
    expect([pagesIn(text), isDrawn(text)]).toEqual([1, false])
  }
})

it('names of any length leave the code its place, with and without a logo', async () => {
  const logo = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#9b1b30' } })
    .jpeg()
    .toBuffer()
  const rect = vi.spyOn(PDFDocument.prototype, 'roundedRect')
  for (const name of ['Ա', 'Կոֆե Տուն '.repeat(20), 'ա'.repeat(200), 'Shop '.repeat(40)])
    for (const own of [{}, { logo }])
      expect(pagesIn((await makePoster({ ...POSTER, ...own, name })).toString('latin1')), name).toBe(1)
  for (const [, y, sidePt] of numbersOf(rect.mock.calls)) {
    expect(sidePt).toBeGreaterThan(200)
    expect(y + sidePt).toBeLessThan(676)
  }
})

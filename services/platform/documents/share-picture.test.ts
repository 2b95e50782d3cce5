import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import sharp from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fontFile } from './fonts.ts'
import { drawIcon, drawSharePicture } from './share-picture.ts'

/** How much of a picture is darker than its ground, in pixels. */
async function ink(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  return data.reduce((count, shade) => count + (shade < 140 ? 1 : 0), 0)
}

describe('the picture of a business', () => {
  afterEach(() => vi.restoreAllMocks())

  it('shows its name in Armenian letters on a machine without fonts', async () => {
    const empty = await ink(await drawSharePicture({ name: '', text: '', brand: 'Հատիկ' }))
    const named = await ink(await drawSharePicture({ name: 'Կոֆե Տուն', text: '', brand: 'Հատիկ' }))
    const longer = await ink(await drawSharePicture({ name: 'Կոֆե Տուն Գյումրի', text: '', brand: 'Հատիկ' }))
    expect(named - empty).toBeGreaterThan(5_000)
    expect(longer).toBeGreaterThan(named)
  })

  it('is drawn with a name of any length, and with a logo that cannot be read', async () => {
    const drawn = await drawSharePicture({
      name: '<b>&"'.repeat(60),
      text: 'ա'.repeat(160),
      brand: 'Հատիկ',
      logo: Buffer.from('no picture'),
    })
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  })

  it.each([
    ['one word without an end', '@'.repeat(200)],
    ['many short words', Array(100).fill('@').join(' ')],
  ])(
    'of %s is drawn once: only what is shown has outlines made, and no letter is measured more than a few times',
    async (_, name) => {
      const font = create(readFileSync(fontFile('latin', 'bold'))) as Font
      const outline = vi.spyOn(Object.getPrototypeOf(font.layout('@').glyphs[0]!.path) as { toSVG(): string }, 'toSVG')
      let layouts: object = font
      while (!Object.hasOwn(layouts, 'layout')) layouts = Object.getPrototypeOf(layouts) as object
      const layout = vi.spyOn(layouts as Pick<Font, 'layout'>, 'layout')
      await drawSharePicture({ name, text: 'ա'.repeat(160), brand: 'Հատիկ' })
      // Two lines of the name, one or two of the text, the brand.
      expect(outline.mock.calls.length).toBeLessThan(300)
      expect(layout.mock.calls.reduce((sum, [text]) => sum + text.length, 0)).toBeLessThan(5_000)
    },
  )

  it('the icon fills its square where systems cut their own shapes', async () => {
    const corner = async (maskable: boolean) =>
      (
        await sharp(await drawIcon(64, { maskable }))
          .ensureAlpha()
          .raw()
          .toBuffer()
      )[3]
    expect([await corner(true), await corner(false)]).toEqual([255, 0])
  })
})

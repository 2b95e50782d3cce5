import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import sharp from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fontFile } from './fonts.ts'
import { drawIcon, drawSharePicture } from './share-picture.ts'

/** The number of pixels darker than the background. */
async function ink(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  return data.reduce((count, shade) => count + (shade < 140 ? 1 : 0), 0)
}

describe('the share picture of a business', () => {
  afterEach(() => vi.restoreAllMocks())

  it('shows its name in Armenian letters on a machine without fonts', async () => {
    const empty = await ink(await drawSharePicture({ name: '', text: '', brand: 'Հատիկ' }))
    const named = await ink(await drawSharePicture({ name: 'Կոֆե Տուն', text: '', brand: 'Հատիկ' }))
    const longer = await ink(await drawSharePicture({ name: 'Կոֆե Տուն Գյումրի', text: '', brand: 'Հատիկ' }))
    expect(named - empty).toBeGreaterThan(5_000)
    expect(longer).toBeGreaterThan(named)
  })

  it('is drawn with a name of any length, and without an undecodable logo', async () => {
    const drawn = await drawSharePicture({
      name: '<b>&"'.repeat(60),
      text: 'ա'.repeat(160),
      brand: 'Հատիկ',
      logo: Buffer.from('no picture'),
    })
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  })

  it('has a cover on its top and every letter below it, and is drawn without an undecodable one', async () => {
    const cover = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#176773' } })
      .png()
      .toBuffer()
    const pixelOf = async (picture: Buffer) => {
      const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      return [...data.subarray((100 * info.width + 600) * info.channels, (100 * info.width + 600) * info.channels + 3)]
    }
    const text = { name: 'Կոֆե Տուն', text: 'Սուրճ', brand: 'Հատիկ' }
    const drawn = await drawSharePicture({ ...text, cover })
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
    for (const [index, shade] of (await pixelOf(drawn)).entries())
      expect(Math.abs(shade - [0x17, 0x67, 0x73][index]!)).toBeLessThan(8)
    const ground = await pixelOf(await drawSharePicture({ ...text, cover: Buffer.from('no picture') }))
    expect(ground.every((shade) => shade > 200)).toBe(true)
  })

  it.each([
    ['one word without an end', '@'.repeat(200)],
    ['many short words', Array(100).fill('@').join(' ')],
  ])('of %s outlines only the visible text, and measures each letter only a few times', async (_, name) => {
    const font = create(readFileSync(fontFile('latin', 'bold'))) as Font
    const outline = vi.spyOn(Object.getPrototypeOf(font.layout('@').glyphs[0]!.path) as { toSVG(): string }, 'toSVG')
    let layouts: object = font
    while (!Object.hasOwn(layouts, 'layout')) layouts = Object.getPrototypeOf(layouts) as object
    const layout = vi.spyOn(layouts as Pick<Font, 'layout'>, 'layout')
    await drawSharePicture({ name, text: 'ա'.repeat(160), brand: 'Հատիկ' })
    // At most two lines of name, two of text, and the brand.
    expect(outline.mock.calls.length).toBeLessThan(300)
    expect(layout.mock.calls.reduce((sum, [text]) => sum + text.length, 0)).toBeLessThan(5_000)
  })

  it('the maskable icon fills its square', async () => {
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

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { IMAGE_TARGETS, IMAGES_MAX, imageTypeOf, redrawImage, TooManyImages } from './images.ts'

const picture = (width = 800, height = 600) => sharp({ create: { width, height, channels: 3, background: '#8a1538' } })

describe('pictures from outside (R162, R163, R164)', () => {
  it('are judged by their bytes, whatever they are called', async () => {
    expect(await imageTypeOf(await picture().png().toBuffer())).toBe('image/png')
    expect(await imageTypeOf(await picture().jpeg().toBuffer())).toBe('image/jpeg')
    expect(await imageTypeOf(await picture().webp().toBuffer())).toBe('image/webp')
    expect(await imageTypeOf(await picture().gif().toBuffer())).toBe('image/gif')
    for (const bytes of ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', '%PDF-1.7', 'MZ', '', '<html>']) {
      expect(await imageTypeOf(Buffer.from(bytes))).toBeUndefined()
      await expect(redrawImage(Buffer.from(bytes), IMAGE_TARGETS.logo)).rejects.toMatchObject({ reason: 'wrong_type' })
    }
  })

  it('are kept without where and by whom they were taken, upright, and as large as allowed', async () => {
    const taken = await picture(3000, 1000)
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '40/1 11/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).orientation).toBe(6)
    const drawn = await redrawImage(taken, IMAGE_TARGETS.logo)
    const webp = await sharp(drawn.webp).metadata()
    expect([webp.format, webp.width, webp.height, webp.exif, webp.orientation]).toEqual(['webp', 133, 400, undefined, undefined])
    const jpeg = await sharp(drawn.jpeg).metadata()
    expect([jpeg.format, jpeg.exif]).toEqual(['jpeg', undefined])
    expect(drawn.webp.length).toBeLessThan(IMAGE_TARGETS.logo.maxBytes)
  })

  it('lose whatever was hidden behind them', async () => {
    const hidden = Buffer.concat([await picture().png().toBuffer(), Buffer.from('<script>alert(1)</script>')])
    const drawn = await redrawImage(hidden, IMAGE_TARGETS.general)
    expect(drawn.webp.includes('script')).toBe(false)
    expect(drawn.jpeg.includes('script')).toBe(false)
  })

  it('that cannot be drawn are refused: torn ones, and small files that claim to be huge', async () => {
    const torn = (await picture().png().toBuffer()).subarray(0, 100)
    await expect(redrawImage(torn, IMAGE_TARGETS.logo)).rejects.toMatchObject({ reason: 'unreadable' })
    const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#000000' } }).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    await expect(redrawImage(bomb, IMAGE_TARGETS.logo)).rejects.toMatchObject({ reason: 'unreadable' })
  })
  it('are so many at a time: what comes when too many wait is refused, and holds nothing', async () => {
    const bytes = await picture(40, 30).png().toBuffer()
    const drawn = await Promise.allSettled(Array.from({ length: IMAGES_MAX + 2 }, () => redrawImage(bytes, IMAGE_TARGETS.logo)))
    const refused = drawn.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    expect([drawn.length - refused.length, refused]).toEqual([IMAGES_MAX, [expect.any(TooManyImages), expect.any(TooManyImages)]])
    // Also one that cannot be drawn gives its place back.
    for (let count = 0; count <= IMAGES_MAX; count += 1) await expect(redrawImage(Buffer.from('no picture'), IMAGE_TARGETS.logo)).rejects.toMatchObject({ reason: 'wrong_type' })
    expect((await redrawImage(bytes, IMAGE_TARGETS.logo)).widthPx).toBe(40)
  })
})

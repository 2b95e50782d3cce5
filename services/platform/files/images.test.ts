import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { zeroPng } from '../../../infra/testing/zero-png.ts'
import { IMAGE_TARGETS, IMAGES_MAX, imageTypeOf, redrawImage, TooManyImages } from './images.ts'

const picture = (width = 800, height = 600) => sharp({ create: { width, height, channels: 3, background: '#8a1538' } })

describe('uploaded pictures (R162, R163, R164)', () => {
  it('uploaded pictures are judged by their content, whatever their name', async () => {
    expect(await imageTypeOf(await picture().png().toBuffer())).toBe('image/png')
    expect(await imageTypeOf(await picture().jpeg().toBuffer())).toBe('image/jpeg')
    expect(await imageTypeOf(await picture().webp().toBuffer())).toBe('image/webp')
    expect(await imageTypeOf(await picture().gif().toBuffer())).toBe('image/gif')
    for (const bytes of [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '%PDF-1.7',
      'MZ',
      '',
      '<html>',
    ]) {
      expect(await imageTypeOf(Buffer.from(bytes))).toBeUndefined()
      await expect(redrawImage(Buffer.from(bytes), IMAGE_TARGETS.logo)).rejects.toMatchObject({ reason: 'wrong_type' })
    }
  })

  it('uploaded pictures are stored without metadata, upright, and within the allowed size', async () => {
    const taken = await picture(3000, 1000)
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '40/1 11/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).orientation).toBe(6)
    const drawn = await redrawImage(taken, IMAGE_TARGETS.logo)
    const webp = await sharp(drawn.webp).metadata()
    expect([webp.format, webp.width, webp.height, webp.exif, webp.orientation]).toEqual([
      'webp',
      133,
      400,
      undefined,
      undefined,
    ])
    const jpeg = await sharp(drawn.jpeg).metadata()
    expect([jpeg.format, jpeg.exif]).toEqual(['jpeg', undefined])
    expect(drawn.webp.length).toBeLessThan(IMAGE_TARGETS.logo.maxBytes)
  })

  it('uploaded pictures lose data hidden after the picture', async () => {
    const hidden = Buffer.concat([await picture().png().toBuffer(), Buffer.from('<script>alert(1)</script>')])
    const drawn = await redrawImage(hidden, IMAGE_TARGETS.general)
    expect(drawn.webp.includes('script')).toBe(false)
    expect(drawn.jpeg.includes('script')).toBe(false)
  })

  it('undecodable pictures are refused: truncated ones, and small files that claim to be huge', async () => {
    const torn = (await picture().png().toBuffer()).subarray(0, 100)
    await expect(redrawImage(torn, IMAGE_TARGETS.logo)).rejects.toMatchObject({ reason: 'unreadable' })
    const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#000000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    await expect(redrawImage(bomb, IMAGE_TARGETS.logo)).rejects.toMatchObject({ reason: 'unreadable' })
  })
  it.each([
    ['3,000,000 × 4, 16-bit RGBA', { width: 3_000_000, height: 4, channels: 4, depth: 16 }],
    ['1,000,000 × 4, 16-bit RGBA', { width: 1_000_000, height: 4, channels: 4, depth: 16 }],
    ['50,000,000 × 1, grey', { width: 50_000_000, height: 1, channels: 1, depth: 8 }],
    ['12,500,000 × 4, 16-bit RGBA', { width: 12_500_000, height: 4, channels: 4, depth: 16 }],
    ['6,000 × 6,000, 16-bit RGBA', { width: 6_000, height: 6_000, channels: 4, depth: 16 }],
  ] as const)('whose header exceeds a limit are refused without cost to this process: %s', async (_name, header) => {
    const bytes = zeroPng(header)
    expect(bytes.length).toBeLessThan(1_000_000)
    const before = process.memoryUsage.rss()
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss() - before)), 5)
    await expect(redrawImage(bytes, IMAGE_TARGETS.document)).rejects.toMatchObject({
      reason: 'unreadable',
      cause: expect.stringMatching(/too large|ended with 1/),
    })
    clearInterval(watch)
    expect(most).toBeLessThan(250_000_000)
    expect((await redrawImage(await picture(40, 30).png().toBuffer(), IMAGE_TARGETS.logo)).widthPx).toBe(40)
  })

  it('a picture is refused if processing exceeds its memory or time', async () => {
    const bytes = zeroPng({ width: 6_000, height: 6_000, channels: 3, depth: 8 })
    const limits = {
      sidePx: 12_000,
      pixels: 50_000_000,
      decodedBytes: 200_000_000,
      memoryBytes: 10_000_000_000,
      withinMs: 60_000,
    }
    const draw = (narrower: Partial<typeof limits>) =>
      redrawImage(bytes, IMAGE_TARGETS.logo, { ...limits, ...narrower })
    await expect(draw({ memoryBytes: 50_000_000 })).rejects.toMatchObject({ cause: 'The image process ended with 1' })
    await expect(draw({ withinMs: 1 })).rejects.toMatchObject({ cause: 'The image process ended with SIGKILL' })
    expect((await draw({})).widthPx).toBe(400)
  })

  it('uploaded pictures are queued up to a limit; a further one is refused', async () => {
    const bytes = await picture(40, 30).png().toBuffer()
    const drawn = await Promise.allSettled(
      Array.from({ length: IMAGES_MAX + 2 }, () => redrawImage(bytes, IMAGE_TARGETS.logo)),
    )
    const refused = drawn.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    expect([drawn.length - refused.length, refused]).toEqual([
      IMAGES_MAX,
      [expect.any(TooManyImages), expect.any(TooManyImages)],
    ])
    // A failed picture frees its place.
    for (let count = 0; count <= IMAGES_MAX; count += 1)
      await expect(redrawImage(Buffer.from('no picture'), IMAGE_TARGETS.logo)).rejects.toMatchObject({
        reason: 'wrong_type',
      })
    expect((await redrawImage(bytes, IMAGE_TARGETS.logo)).widthPx).toBe(40)
  })
})

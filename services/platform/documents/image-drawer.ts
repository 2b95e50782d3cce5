/**
 * Child process that draws one upload (images.ts): it has its own memory and can be killed inside a decoder. Decoding
 * runs on other threads, so the main thread can watch memory.
 */
import { setPriority } from 'node:os'
import sharp, { type Metadata } from 'sharp'
import type { DrawOrder, DrawOutcome, ImageTarget } from '../files/images.ts'

/** Nice value, so that awards go first. */
const NICE = 10
const WATCH_EVERY_MS = 10
const LOWEST_QUALITY = 40
const QUALITY_STEP = 10
const BYTES_PER_SAMPLE: Partial<Record<string, number>> = {
  char: 1,
  uchar: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  float: 4,
  double: 8,
  complex: 8,
  dpcomplex: 16,
}

sharp.cache(false)
sharp.concurrency(1)
setPriority(NICE)
process.on('disconnect', () => process.exit(1))
process.on('message', (order: DrawOrder) => {
  setInterval(() => {
    if (process.memoryUsage.rss() > order.limits.memoryBytes) process.exit(1)
  }, WATCH_EVERY_MS)
  draw(order).then(
    (outcome) => process.send?.(outcome, () => process.exit(0)),
    () => process.exit(1),
  )
})

async function draw({ bytes, target, limits }: DrawOrder): Promise<DrawOutcome> {
  const limitInputPixels = limits.pixels
  const header = await sharp(bytes, { limitInputPixels }).metadata()
  if (Math.max(header.width, header.height) > limits.sidePx || decodedBytes(header) > limits.decodedBytes)
    return { refused: 'too large to decode' }
  // Raw pixels only: nothing else of the file, as metadata, survives.
  const { data, info } = await sharp(bytes, { limitInputPixels, failOn: 'error', animated: false })
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width: target.maxSidePx, height: target.maxSidePx, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const picture = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const webp = await within(target, (quality) => picture().webp({ quality }).toBuffer())
  const jpeg = await within(target, (quality) =>
    picture().flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true }).toBuffer(),
  )
  return { drawn: { webp, jpeg, widthPx: info.width, heightPx: info.height } }
}

/** The header's height is that of one frame. */
function decodedBytes({ width, height, channels, depth, pages = 1 }: Metadata): number {
  return width * height * channels * (BYTES_PER_SAMPLE[depth] ?? 16) * pages
}

async function within(
  { maxBytes, quality }: ImageTarget,
  encode: (quality: number) => Promise<Buffer>,
): Promise<Buffer> {
  let encoded = await encode(quality)
  for (let lower = quality - QUALITY_STEP; encoded.length > maxBytes && lower >= LOWEST_QUALITY; lower -= QUALITY_STEP)
    encoded = await encode(lower)
  return encoded
}

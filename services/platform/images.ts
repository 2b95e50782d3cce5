/**
 * Pictures from outside: what they are is read from their bytes and never believed from a name, and what is kept is drawn
 * anew, so that neither hidden metadata (a place, a camera, a name) nor anything smuggled behind the picture survives.
 */
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { IMAGE_TYPES, type ImageType } from '#contracts/uploads.ts'
import { createInTurn } from './in-turn.ts'

export type ImageTarget = { maxBytes: number; maxSidePx: number; quality: number }

const MEGABYTE = 1024 * 1024
/** R164: what is kept of a logo, of any other picture, and of an ID document. `quality`: 0 to 100. */
export const IMAGE_TARGETS = {
  logo: { maxBytes: 0.5 * MEGABYTE, maxSidePx: 400, quality: 90 },
  general: { maxBytes: 0.8 * MEGABYTE, maxSidePx: 1200, quality: 85 },
  document: { maxBytes: 1.5 * MEGABYTE, maxSidePx: 2048, quality: 95 },
} as const satisfies Record<string, ImageTarget>

/** More pixels than any camera of today takes; a small file can claim far more (a decompression bomb). */
const MAX_PIXELS = 50_000_000
const LOWEST_QUALITY = 40
const QUALITY_STEP = 10
const DRAW_WITHIN_SECONDS = 15

/** `wrong_type`: none of the four kinds, by content. `unreadable`: said to be one, but it cannot be drawn. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
  readonly reason: 'wrong_type' | 'unreadable'

  constructor(reason: 'wrong_type' | 'unreadable', options?: ErrorOptions) {
    super(`The image was refused: ${reason}`, options)
    this.reason = reason
  }
}

/** The kind of a picture by its content; undefined where it is none of the four (R163). */
export async function imageTypeOf(bytes: Uint8Array): Promise<ImageType | undefined> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  return IMAGE_TYPES.find((type) => type === found?.mime)
}

export type DrawnImage = { webp: Buffer; jpeg: Buffer; widthPx: number; heightPx: number }

/** The one that is being drawn and those that wait for it: what comes later would wait for many seconds, and hold its bytes all the while. */
export const IMAGES_MAX = 16

/** Too many pictures wait: the caller answers 503. */
export class TooManyImages extends Error {
  override readonly name = 'TooManyImages'
}

/** One picture at a time: each takes a thread of the pool that also hashes passwords. */
const inTurn = createInTurn(IMAGES_MAX, () => new TooManyImages())

/** The picture drawn anew, upright, without metadata, at most as large as the target, as WebP and as JPEG. Throws ImageRefused or TooManyImages. */
export const redrawImage = (bytes: Uint8Array, target: ImageTarget): Promise<DrawnImage> => inTurn(() => redraw(bytes, target))

async function redraw(bytes: Uint8Array, target: ImageTarget): Promise<DrawnImage> {
  if (!(await imageTypeOf(bytes))) throw new ImageRefused('wrong_type')
  try {
    // Pixels without their file: what comes after this knows nothing of what was uploaded.
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
      .autoOrient()
      .toColourspace('srgb')
      .resize({ width: target.maxSidePx, height: target.maxSidePx, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: DRAW_WITHIN_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const picture = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    const webp = await within(target, (quality) => picture().webp({ quality }).toBuffer())
    const jpeg = await within(target, (quality) => picture().flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true }).toBuffer())
    return { webp, jpeg, widthPx: info.width, heightPx: info.height }
  } catch (error) {
    throw new ImageRefused('unreadable', { cause: error })
  }
}

async function within({ maxBytes, quality }: ImageTarget, draw: (quality: number) => Promise<Buffer>): Promise<Buffer> {
  let drawn = await draw(quality)
  for (let lower = quality - QUALITY_STEP; drawn.length > maxBytes && lower >= LOWEST_QUALITY; lower -= QUALITY_STEP) drawn = await draw(lower)
  return drawn
}

/** Compresses a picture before its upload (R164). Without a worker, which the page's policy forbids. */
import type { Options } from 'browser-image-compression'
import { fetchCode } from '#web/lib/api/fetch-code.ts'

export interface ImageLimits {
  maxMegabytes: number
  /** Longer side in pixels. */
  longestSide: number
  /** From 0 to 1. */
  quality: number
}

/** The package's types call the whole module its default export. */
type Compressor = (picture: File, options: Options) => Promise<File>

/** R164; pictures of perks, too (decision 59). */
export const LOGO_LIMITS: ImageLimits = { maxMegabytes: 0.5, longestSide: 400, quality: 0.9 }
/** As the server's (decision 57). */
export const COVER_LIMITS: ImageLimits = { maxMegabytes: 0.8, longestSide: 1200, quality: 0.85 }

/**
 * Returns a WebP, or a JPEG if the browser cannot write WebP. Progress from 0 to 1. Rejects if the picture is
 * unreadable, with ApiError if the compressor does not load.
 */
export async function compressImage(
  file: File,
  limits: ImageLimits,
  onProgress: (share: number) => void,
): Promise<File> {
  const { default: compress } = (await fetchCode(() => import('browser-image-compression'))) as unknown as {
    default: Compressor
  }
  const into = (fileType: string): Promise<File> =>
    compress(file, {
      maxSizeMB: limits.maxMegabytes,
      maxWidthOrHeight: limits.longestSide,
      initialQuality: limits.quality,
      fileType,
      useWebWorker: false,
      onProgress: (percent) => onProgress(percent / 100),
    })
  const picture = await into('image/webp')
  return named(picture.type === 'image/webp' ? picture : await into('image/jpeg'))
}

const named = (picture: File): File =>
  new File([picture], `picture.${picture.type === 'image/webp' ? 'webp' : 'jpg'}`, { type: picture.type })

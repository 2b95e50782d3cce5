/** Makes a picture small before it travels (R164). The compressor is fetched with the first picture; no worker, which the page would refuse. */
import type { Options } from 'browser-image-compression'
import { fetchCode } from '#web/lib/api/fetch-code.ts'

export interface ImageLimits {
  maxMegabytes: number
  /** Pixels of the longer side. */
  longestSide: number
  /** From 0 to 1. */
  quality: number
}

/** The package's own types call its whole module the default. */
type Compressor = (picture: File, options: Options) => Promise<File>

/** R164. */
export const LOGO_LIMITS: ImageLimits = { maxMegabytes: 0.5, longestSide: 400, quality: 0.9 }

/** A WebP, or a JPEG where the browser cannot write WebP. Progress from 0 to 1. Rejects where the picture cannot be read, with ApiError where the compressor does not come. */
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
  new File([picture], `logo.${picture.type === 'image/webp' ? 'webp' : 'jpg'}`, { type: picture.type })

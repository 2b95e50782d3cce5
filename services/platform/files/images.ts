/**
 * Uploads are typed by content and always redrawn, so that neither metadata (place, camera, name) nor hidden data
 * survives.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fileTypeFromBuffer } from 'file-type'
import { IMAGE_TYPES, type ImageType } from '#contracts/units/uploads.ts'
import { createSerialiser } from '../process/serialise.ts'

export type ImageTarget = { maxBytes: number; maxSidePx: number; quality: number }

const MEGABYTE = 1024 * 1024
/** R164. `quality`: 0 to 100. */
export const IMAGE_TARGETS = {
  logo: { maxBytes: 0.5 * MEGABYTE, maxSidePx: 400, quality: 90 },
  cover: { maxBytes: 0.8 * MEGABYTE, maxSidePx: 1200, quality: 85 },
  general: { maxBytes: 0.8 * MEGABYTE, maxSidePx: 1200, quality: 85 },
  document: { maxBytes: 1.5 * MEGABYTE, maxSidePx: 2048, quality: 95 },
} as const satisfies Record<string, ImageTarget>

/** Sides, pixels and bytes are checked in the header, before decoding. */
export type DrawLimits = { sidePx: number; pixels: number; decodedBytes: number; memoryBytes: number; withinMs: number }

/** Beyond any camera; a small file can claim far more (decompression bomb). */
const LIMITS: DrawLimits = {
  sidePx: 12_000,
  pixels: 50_000_000,
  decodedBytes: 200_000_000,
  memoryBytes: 640_000_000,
  withinMs: 15_000,
}

/** `wrong_type`: none of the four types. `unreadable`: undecodable. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
  readonly reason: 'wrong_type' | 'unreadable'

  constructor(reason: 'wrong_type' | 'unreadable', options?: ErrorOptions) {
    super(`The image was refused: ${reason}`, options)
    this.reason = reason
  }
}

/** By content (R163). */
export async function imageTypeOf(bytes: Uint8Array): Promise<ImageType | undefined> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  return IMAGE_TYPES.find((type) => type === found?.mime)
}

export type DrawnImage = { webp: Buffer; jpeg: Buffer; widthPx: number; heightPx: number }

/** Running plus queued uploads, which stay in memory. */
export const IMAGES_MAX = 16

/** The caller answers 503. */
export class TooManyImages extends Error {
  override readonly name = 'TooManyImages'
}

/** A picture takes up to seconds of CPU. */
const inTurn = createSerialiser(IMAGES_MAX, () => new TooManyImages())

/** Upright, without metadata, within the target's size. Throws ImageRefused or TooManyImages. */
export const redrawImage = (bytes: Uint8Array, target: ImageTarget, limits: DrawLimits = LIMITS): Promise<DrawnImage> =>
  inTurn(() => redraw({ bytes, target, limits }))

/** For image-drawer.ts. An exit without a response is a refusal. */
export type DrawOrder = { bytes: Uint8Array; target: ImageTarget; limits: DrawLimits }
export type DrawOutcome = { drawn: DrawnImage } | { refused: string }

const DRAWER = fileURLToPath(new URL('../documents/image-drawer.ts', import.meta.url))

async function redraw(order: DrawOrder): Promise<DrawnImage> {
  if (!(await imageTypeOf(order.bytes))) throw new ImageRefused('wrong_type')
  const outcome = await inProcessOfItsOwn(order)
  if ('refused' in outcome) throw new ImageRefused('unreadable', { cause: outcome.refused })
  const { webp, jpeg, ...size } = outcome.drawn
  return { ...size, webp: Buffer.from(webp), jpeg: Buffer.from(jpeg) }
}

/** Within this process a decoder's memory and time cannot be bounded. The child gets none of our environment. */
function inProcessOfItsOwn(order: DrawOrder): Promise<DrawOutcome> {
  return new Promise((resolve) => {
    const child = fork(DRAWER, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
      execArgv: [],
    })
    const late = setTimeout(() => child.kill('SIGKILL'), order.limits.withinMs)
    const end = (outcome: DrawOutcome): void => {
      clearTimeout(late)
      resolve(outcome)
    }
    child.once('message', (outcome: DrawOutcome) => end(outcome))
    child.once('error', (error) => end({ refused: error.message }))
    // Not 'exit', which can come before the message.
    child.once('close', (code, signal) => end({ refused: `The image process ended with ${signal ?? code}` }))
    child.send(order, () => {})
  })
}

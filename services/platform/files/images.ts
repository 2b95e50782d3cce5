/**
 * Pictures from outside: what they are is read from their bytes and never believed from a name, and what is kept is drawn
 * anew, so that neither hidden metadata (a place, a camera, a name) nor anything smuggled behind the picture survives.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fileTypeFromBuffer } from 'file-type'
import { IMAGE_TYPES, type ImageType } from '#contracts/units/uploads.ts'
import { createInTurn } from '../process/in-turn.ts'

export type ImageTarget = { maxBytes: number; maxSidePx: number; quality: number }

const MEGABYTE = 1024 * 1024
/** R164: what is kept of a logo, of any other picture, and of an ID document. `quality`: 0 to 100. */
export const IMAGE_TARGETS = {
  logo: { maxBytes: 0.5 * MEGABYTE, maxSidePx: 400, quality: 90 },
  general: { maxBytes: 0.8 * MEGABYTE, maxSidePx: 1200, quality: 85 },
  document: { maxBytes: 1.5 * MEGABYTE, maxSidePx: 2048, quality: 95 },
} as const satisfies Record<string, ImageTarget>

/** What drawing one picture may cost. Sides, pixels and decoded bytes are judged by its header, before anything is decoded. */
export type DrawLimits = { sidePx: number; pixels: number; decodedBytes: number; memoryBytes: number; withinMs: number }

/** More than any camera of today needs; a small file can claim far more (a decompression bomb). */
const LIMITS: DrawLimits = {
  sidePx: 12_000,
  pixels: 50_000_000,
  decodedBytes: 200_000_000,
  memoryBytes: 640_000_000,
  withinMs: 15_000,
}

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

/** One picture at a time: each takes a processor for up to seconds. */
const inTurn = createInTurn(IMAGES_MAX, () => new TooManyImages())

/** The picture drawn anew, upright, without metadata, at most as large as the target, as WebP and as JPEG. Throws ImageRefused or TooManyImages. */
export const redrawImage = (bytes: Uint8Array, target: ImageTarget, limits: DrawLimits = LIMITS): Promise<DrawnImage> =>
  inTurn(() => redraw({ bytes, target, limits }))

/** What goes to the drawing process (image-drawer.ts), and what it answers. An end without an answer is a refusal. */
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

/** A decoder's memory and time cannot be bounded within this process: one of its own is ended by either. It is told none of our variables. */
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
    child.once('exit', (code, signal) => end({ refused: `The drawing process ended with ${signal ?? code}` }))
    child.send(order, () => {})
  })
}

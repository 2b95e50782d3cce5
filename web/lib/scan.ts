/**
 * The camera and the decoder behind the scanner dialog. The decoder is a large script and is fetched only when a camera starts.
 * Only the middle of the picture is read: a square of two thirds of its shorter side, up to 25 times a second (R87).
 */
import { ApiError } from './api-error.ts'
import { fetchCode } from './fetch-code.ts'

const START_AFTER_MS = 100
const SCAN_EVERY_MS = 40
const LONG_AFTER_MS = 10_000
const REGION_SHARE = 2 / 3

/** 'network': the decoder did not come. */
export type CameraTrouble = { kind: 'denied' | 'missing' | 'unsupported' | 'network' } | { kind: 'other'; message: string }

export interface ScanEvents {
  onStart: () => void
  /** Ten seconds without a code: time for another hint. Scanning goes on. */
  onLong: () => void
  onTrouble: (trouble: CameraTrouble) => void
  /** Once; the camera is off by then. */
  onText: (text: string) => void
}

/** Starts the camera on a video element and looks for a code. The returned function stops both, at once and for good (R86). */
export function startScan(video: HTMLVideoElement, events: ScanEvents): () => void {
  let stopped = false
  let stream: MediaStream | undefined
  let next: ReturnType<typeof setTimeout> | undefined
  let long: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    stopped = true
    clearTimeout(next)
    clearTimeout(long)
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }

  async function start(): Promise<void> {
    if (!navigator.mediaDevices?.getUserMedia) return events.onTrouble({ kind: 'unsupported' })
    const decoding = loadDecoder()
    // Not waited for yet: a camera that is refused has to be said first.
    decoding.catch(() => undefined)
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
    if (stopped) return stop()
    video.srcObject = stream
    await video.play()
    const decode = await decoding
    if (stopped) return
    events.onStart()
    long = setTimeout(events.onLong, LONG_AFTER_MS)
    const canvas = document.createElement('canvas')
    const look = (): void => {
      if (stopped) return
      const text = drawRegion(video, canvas) ? decode(canvas) : undefined
      if (text === undefined) {
        next = setTimeout(look, SCAN_EVERY_MS)
        return
      }
      stop()
      events.onText(text)
    }
    look()
  }

  next = setTimeout(() => {
    start().catch((error: unknown) => {
      if (stopped) return
      stop()
      events.onTrouble(troubleFrom(error))
    })
  }, START_AFTER_MS)
  return stop
}

/** R215: which sentence a camera's error deserves. */
export function troubleFrom(error: unknown): CameraTrouble {
  if (error instanceof ApiError) return { kind: 'network' }
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return { kind: 'denied' }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return { kind: 'missing' }
  if (name === 'NotSupportedError') return { kind: 'unsupported' }
  return { kind: 'other', message: error instanceof Error ? error.message : String(error) }
}

function drawRegion(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth: width, videoHeight: height } = video
  const side = Math.floor(Math.min(width, height) * REGION_SHARE)
  if (side === 0) return false
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, (width - side) / 2, (height - side) / 2, side, side, 0, 0, side, side)
  return context !== null
}

async function loadDecoder(): Promise<(canvas: HTMLCanvasElement) => string | undefined> {
  const { BrowserQRCodeReader } = await fetchCode(() => import('@zxing/browser'))
  const reader = new BrowserQRCodeReader()
  return (canvas) => {
    try {
      return reader.decodeFromCanvas(canvas).getText()
    } catch {
      // 'No QR code found' and half-seen codes: the next picture may be better (R215).
      return undefined
    }
  }
}

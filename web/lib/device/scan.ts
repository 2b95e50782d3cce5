/**
 * The camera and decoder behind the scanner dialog; the decoder is a large script, loaded only when a camera starts.
 * Reads the middle square, two thirds of the picture's shorter side, up to 25 times a second (R87).
 */
import { ApiError } from '#web/lib/api/api-error.ts'
import { fetchCode } from '#web/lib/api/fetch-code.ts'
import { storage } from './storage.ts'

const START_AFTER_MS = 100
const SCAN_EVERY_MS = 40
/** For a camera that stays open all day, to spare the tablet's battery. */
const SCAN_OPEN_EVERY_MS = 100
const LONG_AFTER_MS = 10_000
const REGION_SHARE = 2 / 3
/** Storage name of this device's chosen camera: the rear one of a tablet on a stand sees the wall. */
const CAMERA_NAME = 'hatik.camera'

/**
 * 'busy': the camera does not start, mostly because another app uses it; 'stopped': it ended after its start;
 * 'network': the decoder did not load; 'failed': the server did not deliver it.
 */
export type CameraTrouble =
  | { kind: 'denied' | 'missing' | 'unsupported' | 'busy' | 'stopped' | 'network' | 'failed' }
  | { kind: 'other'; message: string }

export interface ScanEvents {
  /** At first, and whenever the page becomes visible again. */
  onStarting: () => void
  /** `next` chooses the device's next camera for the next scan; undefined if there is only one. */
  onStart: (next: (() => void) | undefined) => void
  /** After ten seconds without a code; scanning continues. */
  onLong: () => void
  onTrouble: (trouble: CameraTrouble) => void
  onText: (text: string) => void
  /** Scanning goes on after a code, which is reported with every picture that shows it. */
  staysOpen?: boolean
}

/**
 * Starts the camera on a video element and looks for a code. The camera is off while the page is hidden: a tablet put
 * aside must not film on. The returned function stops both for good (R86).
 */
export function startScan(video: HTMLVideoElement, events: ScanEvents): () => void {
  /** Number of the latest start; earlier ones stop, even while they wait for the camera. */
  let latest = 0
  let stream: MediaStream | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let long: ReturnType<typeof setTimeout> | undefined

  function release(): void {
    latest += 1
    clearTimeout(timer)
    clearTimeout(long)
    if (stream) stopTracks(stream)
    stream = undefined
    video.srcObject = null
  }

  function stop(): void {
    document.removeEventListener('visibilitychange', onSeen)
    release()
  }

  function fail(trouble: CameraTrouble): void {
    stop()
    events.onTrouble(trouble)
  }

  async function start(isOver: () => boolean): Promise<void> {
    if (!navigator.mediaDevices?.getUserMedia) return fail({ kind: 'unsupported' })
    const decoding = loadDecoder()
    // Awaited later, because a refused camera is reported first.
    decoding.catch(() => undefined)
    const opened = await navigator.mediaDevices.getUserMedia({ video: wantedCamera(), audio: false })
    if (isOver()) return stopTracks(opened)
    stream = opened
    // A track ends when its camera is unplugged, revoked or forbidden; its last picture would stay on screen.
    for (const track of opened.getTracks())
      track.addEventListener('ended', () => !isOver() && fail({ kind: 'stopped' }))
    video.srcObject = opened
    await video.play()
    const decode = await decoding
    if (isOver()) return
    const next = await nextCamera(opened)
    if (isOver()) return
    events.onStart(next === undefined ? undefined : () => storage.set(CAMERA_NAME, next))
    long = setTimeout(events.onLong, LONG_AFTER_MS)
    const canvas = document.createElement('canvas')
    const look = (): void => {
      if (isOver()) return
      const text = drawRegion(video, canvas) ? decode(canvas) : undefined
      if (text === undefined || events.staysOpen)
        timer = setTimeout(look, events.staysOpen ? SCAN_OPEN_EVERY_MS : SCAN_EVERY_MS)
      else stop()
      if (text !== undefined) events.onText(text)
    }
    look()
  }

  function begin(): void {
    release()
    const own = latest
    const isOver = (): boolean => own !== latest
    events.onStarting()
    timer = setTimeout(() => {
      start(isOver).catch((error: unknown) => {
        if (!isOver()) fail(troubleFrom(error))
      })
    }, START_AFTER_MS)
  }

  function onSeen(): void {
    if (document.visibilityState === 'visible') begin()
    else release()
  }

  document.addEventListener('visibilitychange', onSeen)
  begin()
  return stop
}

function wantedCamera(): MediaTrackConstraints {
  const chosen = storage.get(CAMERA_NAME)
  return chosen === null ? { facingMode: 'environment' } : { deviceId: { ideal: chosen } }
}

async function nextCamera(stream: MediaStream): Promise<string | undefined> {
  // Scanning works without the list.
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const cameras = devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId }) => deviceId)
  const own = stream.getVideoTracks()[0]?.getSettings().deviceId ?? ''
  return cameras.length > 1 ? cameras[(cameras.indexOf(own) + 1) % cameras.length] : undefined
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** R215: maps browser errors. */
export function troubleFrom(error: unknown): CameraTrouble {
  if (error instanceof ApiError) return { kind: error.status === 0 ? 'network' : 'failed' }
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return { kind: 'denied' }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return { kind: 'missing' }
  if (name === 'NotSupportedError') return { kind: 'unsupported' }
  if (name === 'NotReadableError' || name === 'TrackStartError') return { kind: 'busy' }
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
      // No code found, or one half seen: the next picture may be better (R215).
      return undefined
    }
  }
}

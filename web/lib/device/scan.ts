/**
 * The camera and the decoder behind the scanner dialog. The decoder is a large script and is fetched only when a camera starts.
 * Only the middle of the picture is read: a square of two thirds of its shorter side, up to 25 times a second (R87).
 */
import { ApiError } from '#web/lib/api/api-error.ts'
import { fetchCode } from '#web/lib/api/fetch-code.ts'
import { storage } from './storage.ts'

const START_AFTER_MS = 100
const SCAN_EVERY_MS = 40
const LONG_AFTER_MS = 10_000
const REGION_SHARE = 2 / 3
/** Under this name this device keeps which of its cameras was chosen: that of a tablet on a stand looks at the wall from behind. */
const CAMERA_NAME = 'hatik.camera'

/** 'busy': it does not start, mostly since something else uses it; 'stopped': it had started; 'network': the decoder did not come; 'failed': the server did not give it. */
export type CameraTrouble =
  | { kind: 'denied' | 'missing' | 'unsupported' | 'busy' | 'stopped' | 'network' | 'failed' }
  | { kind: 'other'; message: string }

export interface ScanEvents {
  /** At first, and when somebody looks at the page again. */
  onStarting: () => void
  /** `next`: chooses the device's next camera, from now on; undefined where it has only this one. The scan is to be started again. */
  onStart: (next: (() => void) | undefined) => void
  /** Ten seconds without a code: time for another hint. Scanning goes on. */
  onLong: () => void
  onTrouble: (trouble: CameraTrouble) => void
  /** Once; the camera is off by then. */
  onText: (text: string) => void
}

/**
 * Starts the camera on a video element and looks for a code. While nobody looks at the page the camera is off: a tablet that is put aside must not
 * film on. The returned function stops both, at once and for good (R86).
 */
export function startScan(video: HTMLVideoElement, events: ScanEvents): () => void {
  /** Of several starts only the latest goes on: the one before was released while it waited for the camera. */
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
    // Not waited for yet: a camera that is refused has to be said first.
    decoding.catch(() => undefined)
    const opened = await navigator.mediaDevices.getUserMedia({ video: wantedCamera(), audio: false })
    if (isOver()) return stopTracks(opened)
    stream = opened
    // Pulled out, taken back by the system, forbidden meanwhile: the last picture would stand there, and nothing would ever be found in it.
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
      if (text === undefined) {
        timer = setTimeout(look, SCAN_EVERY_MS)
        return
      }
      stop()
      events.onText(text)
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

/** The one that was chosen, if it is still there; else the one at the back. */
function wantedCamera(): MediaTrackConstraints {
  const chosen = storage.get(CAMERA_NAME)
  return chosen === null ? { facingMode: 'environment' } : { deviceId: { ideal: chosen } }
}

/** The camera after this one, by its id. */
async function nextCamera(stream: MediaStream): Promise<string | undefined> {
  // Nobody is kept from scanning by a list that does not come.
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

/** R215: which sentence a camera's error deserves. */
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
      // 'No QR code found' and half-seen codes: the next picture may be better (R215).
      return undefined
    }
  }
}

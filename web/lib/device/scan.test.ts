import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { startScan, troubleFrom, type CameraTrouble } from './scan.ts'

it.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotSupportedError', 'unsupported'],
  ['NotReadableError', 'busy'],
])('a camera that fails with %s is reported as %s (R215)', (name, kind) => {
  expect(troubleFrom(new DOMException('no', name))).toEqual({ kind })
})

it('a decoder that fails to load is not a camera problem', () => {
  expect(troubleFrom(new ApiError(0, 'network', 'Failed to fetch'))).toEqual({ kind: 'network' })
})

it("any other failure keeps the browser's message (R215)", () => {
  expect(troubleFrom(new DOMException('Timeout starting video source', 'AbortError'))).toEqual({
    kind: 'other',
    message: 'Timeout starting video source',
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'visibilityState')
})

class Track extends EventTarget {
  live = true
  stop = (): void => void (this.live = false)
}

function camera(opens: () => Promise<void> = () => Promise.resolve()) {
  const tracks: Track[] = []
  const said: (string | CameraTrouble)[] = []
  vi.stubGlobal('navigator', {
    mediaDevices: {
      async getUserMedia() {
        await opens()
        tracks.push(new Track())
        return { getTracks: () => [tracks.at(-1)], getVideoTracks: () => [] }
      },
      enumerateDevices: () => Promise.reject(new Error('no list')),
    },
  })
  const video = Object.assign(document.createElement('video'), { play: () => Promise.resolve() })
  Object.defineProperty(video, 'srcObject', { value: null, writable: true })
  const say = (what: string) => () => void said.push(what)
  const stop = startScan(video, {
    onStarting: say('starting'),
    onStart: say('started'),
    onLong: say('long'),
    onText: say('text'),
    onTrouble: (trouble) => said.push(trouble),
  })
  return {
    said,
    stop,
    live: () => tracks.map(({ live }) => live),
    end: () => tracks.at(-1)?.dispatchEvent(new Event('ended')),
  }
}

function look(visibilityState: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

it('the camera is off while the page is hidden, and on again afterwards (R86)', async () => {
  const { said, stop, live } = camera()
  await expect.poll(() => said).toEqual(['starting', 'started'])
  look('hidden')
  expect(live()).toEqual([false])
  look('visible')
  await expect.poll(() => said).toEqual(['starting', 'started', 'starting', 'started'])
  expect(live()).toEqual([false, true])
  stop()
  look('visible')
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect([live(), said.length]).toEqual([[false, false], 4])
})

it('a camera that opens only after the page was hidden is turned off at once (R86)', async () => {
  let open = (): void => undefined
  const { said, stop, live } = camera(() => new Promise((resolve) => (open = resolve)))
  await new Promise((resolve) => setTimeout(resolve, 150))
  look('hidden')
  open()
  await expect.poll(live).toEqual([false])
  expect(said).toEqual(['starting'])
  stop()
})

it('a camera that stops by itself is reported once, because its last picture would stay on screen (R85)', async () => {
  const { said, end } = camera()
  await expect.poll(() => said).toEqual(['starting', 'started'])
  end()
  end()
  look('visible')
  expect(said).toEqual(['starting', 'started', { kind: 'stopped' }])
})

it('a device remembers which of its cameras was chosen: the rear one of a tablet on a stand sees the wall', async () => {
  const asked: unknown[] = []
  const cameras = ['back', 'front']
  vi.stubGlobal('navigator', {
    mediaDevices: {
      async getUserMedia({ video }: { video: { deviceId?: { ideal: string } } }) {
        asked.push(video)
        const track = Object.assign(new Track(), { getSettings: () => ({ deviceId: video.deviceId?.ideal ?? 'back' }) })
        return { getTracks: () => [track], getVideoTracks: () => [track] }
      },
      enumerateDevices: async () => [
        { kind: 'audioinput', deviceId: 'microphone' },
        ...cameras.map((deviceId) => ({ kind: 'videoinput', deviceId })),
      ],
    },
  })
  const video = Object.assign(document.createElement('video'), { play: () => Promise.resolve() })
  Object.defineProperty(video, 'srcObject', { value: null, writable: true })
  const none = (): void => undefined
  const scan = async (): Promise<(() => void) | undefined> => {
    const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
    const stop = startScan(video, { onStarting: none, onStart: resolve, onLong: none, onText: none, onTrouble: none })
    const next = await promise
    stop()
    return next
  }
  for (let turn = 0; turn < 2; turn += 1) (await scan())?.()
  await scan()
  expect(asked).toEqual([
    { facingMode: 'environment' },
    { deviceId: { ideal: 'front' } },
    { deviceId: { ideal: 'back' } },
  ])
  cameras.pop()
  expect(await scan()).toBeUndefined()
  localStorage.clear()
})

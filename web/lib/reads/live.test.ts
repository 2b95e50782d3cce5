import { afterEach, expect, it, vi } from 'vitest'
import { listenLive } from './live.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'visibilityState')
})

function look(visibilityState: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

const refusal = (status: number) => (): Response =>
  new Response(JSON.stringify({ code: 'busy', message: 'The service is busy, please try again' }), { status })

/** A stream that reports ready at a position, then ends or stays open until aborted. */
const stream =
  (position: number, { ends = false }: { ends?: boolean } = {}) =>
  (letGo: AbortSignal): Response =>
    new Response(
      new ReadableStream({
        start(body) {
          letGo.addEventListener('abort', () => body.error(letGo.reason))
          body.enqueue(
            new TextEncoder().encode(`: hello\n\nid: ${position}\nevent: ready\ndata: {"position":"${position}"}\n\n`),
          )
          if (ends) body.close()
        },
      }),
    )

const told = (text: string) => (): Response => new Response(`${text}id: 12\nevent: ready\ndata: {"position":"12"}\n\n`)

/** Skips the waits. `heard`: how often the page was told that it may be stale. */
function listening(...answers: ((letGo: AbortSignal) => Response)[]) {
  const said = { heard: 0, asked: [] as (string | null)[], open: [] as AbortSignal[] }
  vi.stubGlobal('fetch', async (_: string, { headers, signal }: RequestInit) => {
    said.asked.push(new Headers(headers).get('last-event-id'))
    said.open.push(signal!)
    return answers[said.asked.length - 1]?.(signal!) ?? expect.fail('Nobody asked for another connection')
  })
  const stop = listenLive({ onMoved: () => undefined, onBack: () => (said.heard += 1) })
  const untilTold = (times: number) =>
    vi.waitFor(() => {
      if (said.asked.length < answers.length) window.dispatchEvent(new Event('online'))
      expect([said.asked.length, said.heard]).toEqual([answers.length, times])
    })
  return { said, stop, untilTold }
}

it('a page whose first connection failed refreshes as soon as it connects', async () => {
  const { said, stop, untilTold } = listening(refusal(503), stream(12))
  await untilTold(1)
  expect(said.asked).toEqual([null, null])
  stop()
})

it.each([
  [
    'a proxy that does not find the server while it starts',
    (): Response => new Response('<html>No such backend</html>', { status: 404 }),
  ],
  [
    'a network that wants a sign-in of its own',
    (): Response => new Response('<html>Sign in to the network</html>', { status: 403 }),
  ],
  [
    'an id that the session had before',
    (): Response => Response.json({ code: 'not_signed_in', message: 'Not signed in', requestId: 'r' }, { status: 401 }),
  ],
])('a refusal because of %s is retried', async (_, refused) => {
  const { stop, untilTold } = listening(refused, stream(12))
  await untilTold(1)
  stop()
})

it('a final refusal by our server is not retried', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { said, stop } = listening(
    () => Response.json({ code: 'forbidden', message: 'Forbidden', requestId: 'r' }, { status: 403 }),
    stream(12),
  )
  await vi.advanceTimersByTimeAsync(600_000)
  expect(said.asked).toEqual([null])
  stop()
})

it('a page refreshes after a break, but not after its first connection', async () => {
  const { said, stop, untilTold } = listening(stream(12, { ends: true }), stream(13))
  await untilTold(1)
  expect(said.asked).toEqual([null, '12'])
  stop()
})

it('a hidden page frees its connection for other pages, and reconnects and refreshes once visible', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { said, stop } = listening(stream(12), stream(13))
  look('hidden')
  await vi.advanceTimersByTimeAsync(9_000)
  look('visible')
  look('hidden')
  await vi.advanceTimersByTimeAsync(9_000)
  expect(said.open.map((signal) => signal.aborted)).toEqual([false])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(said.open.map((signal) => signal.aborted)).toEqual([true])
  expect(said.heard).toBe(0)
  look('visible')
  await vi.waitFor(() => expect(said.heard).toBe(1))
  expect(said.asked).toEqual([null, '12'])
  stop()
})

it('a page opened in the background frees its connection, too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  look('hidden')
  const { said, stop } = listening(stream(12))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(said.open.map((signal) => signal.aborted)).toEqual([true])
  stop()
})

it('after a cut, a page reconnects when the server told it to and then backs off, so that a restart does not bring all pages back at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { said, stop } = listening(told('retry: 1700\n\n'), refusal(503), told('retry: 1200\n\n'), stream(12))
  for (const [waitMs, asked] of [
    [1_600, 1],
    [200, 2],
    [3_200, 2],
    [300, 3],
    [900, 3],
    [200, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(waitMs)
    expect([waitMs, said.asked.length]).toEqual([waitMs, asked])
  }
  stop()
})

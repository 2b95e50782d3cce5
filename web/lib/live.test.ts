import { afterEach, expect, it, vi } from 'vitest'
import { listenLive } from './live.ts'

afterEach(() => vi.unstubAllGlobals())

const refusal = (status: number) => (): Response => new Response(JSON.stringify({ code: 'busy', message: 'The service is busy, please try again' }), { status })

/** A stream that says ready at a position and ends there, or stays open. */
const stream =
  (position: number, { ends = false }: { ends?: boolean } = {}) =>
  (): Response =>
    new Response(
      new ReadableStream({
        start(body) {
          body.enqueue(new TextEncoder().encode(`: hello\n\nid: ${position}\nevent: ready\ndata: {"position":"${position}"}\n\n`))
          if (ends) body.close()
        },
      }),
    )

/** Listens to a server that gives these answers one after the other, and hurries every attempt. `heard`: how often the page was told that it may be old. */
function listening(...answers: (() => Response)[]) {
  const said = { heard: 0, asked: [] as (string | null)[] }
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    said.asked.push(new Headers(headers).get('last-event-id'))
    return answers[said.asked.length - 1]?.() ?? expect.fail('Nobody asked for another connection')
  })
  const stop = listenLive({ onMoved: () => undefined, onBack: () => (said.heard += 1) })
  const untilTold = (times: number) =>
    vi.waitFor(() => {
      if (said.asked.length < answers.length) window.dispatchEvent(new Event('online'))
      expect([said.asked.length, said.heard]).toEqual([answers.length, times])
    })
  return { said, stop, untilTold }
}

it('a page whose first connection failed reads anew as soon as there is one', async () => {
  const { said, stop, untilTold } = listening(refusal(503), stream(12))
  await untilTold(1)
  expect(said.asked).toEqual([null, null])
  stop()
})

it('a page whose first connection holds has nothing to read anew; after a break it has', async () => {
  const { said, stop, untilTold } = listening(stream(12, { ends: true }), stream(13))
  await untilTold(1)
  expect(said.asked).toEqual([null, '12'])
  stop()
})

import { act, cleanup, render } from '@testing-library/react'
import useSWR, { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LIVE_MOVED, type LiveMoved } from '#contracts/live.ts'
import BusinessLive from './business-live.tsx'

const CAFE = 7
const SPACE_MS = 2_500

/** What the server has told this page so far, over all tests: no two movements stand at one place. */
let position = 0
let tell: (message: string) => void

beforeEach(() => {
  vi.useFakeTimers()
  const body = new ReadableStream({ start: (stream) => void (tell = (message) => stream.enqueue(new TextEncoder().encode(message))) })
  vi.stubGlobal('fetch', async () => new Response(body))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function move(): void {
  position += 1
  const moved: LiveMoved = { position: String(position), accounts: [{ businessId: CAFE, buyerId: 1 }] }
  tell(`id: ${position}\nevent: ${LIVE_MOVED}\ndata: ${JSON.stringify(moved)}\n\n`)
}

/** The dashboard with one of its lists; `reads` says how often that was read. */
async function dashboard() {
  const read = vi.fn<() => Promise<unknown[]>>(() => Promise.resolve([]))
  function Buyers(): null {
    useSWR(`/api/business/${CAFE}/buyers?limit=10`, read, { dedupingInterval: 300_000 })
    return null
  }
  const cache = new Map()
  const screen = (open: boolean) => (
    <SWRConfig value={{ provider: () => cache }}>
      <Buyers />
      {open && <BusinessLive businessId={CAFE} />}
    </SWRConfig>
  )
  const { rerender } = render(screen(true))
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const moved = async (times = 1) => {
    await act(async () => {
      for (let time = 0; time < times; time += 1) move()
    })
    await pass(0)
  }
  await pass(100)
  read.mockClear()
  return { reads: () => read.mock.calls.length, moved, pass, leave: () => rerender(screen(false)) }
}

it('shows the first movement at once, and any number of later ones together, a few seconds apart (R70)', async () => {
  const { reads, moved, pass } = await dashboard()
  await moved()
  expect(reads()).toBe(1)
  await moved(20)
  await pass(SPACE_MS - 100)
  expect(reads()).toBe(1)
  await pass(100)
  expect(reads()).toBe(2)
  // A stream that never rests: forty seconds of twenty movements a second.
  for (let time = 0; time < 800; time += 1) {
    await moved()
    await pass(50)
  }
  expect(reads()).toBeGreaterThanOrEqual(2 + 15)
  expect(reads()).toBeLessThanOrEqual(2 + 17)
})

it('reads nothing anew once nothing moves any more, and the next movement at once', async () => {
  const { reads, moved, pass } = await dashboard()
  await moved(2)
  await pass(10 * SPACE_MS)
  expect(reads()).toBe(2)
  await moved()
  expect(reads()).toBe(3)
})

it('drops what still waits when the dashboard is left', async () => {
  const { reads, moved, pass, leave } = await dashboard()
  await moved(2)
  leave()
  await pass(10 * SPACE_MS)
  expect(reads()).toBe(1)
})

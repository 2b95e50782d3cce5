import { act, cleanup, render } from '@testing-library/react'
import useSWR, { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LIVE_MOVED, LIVE_READY, type LiveMoved } from '#contracts/calls/live.ts'
import BusinessLive from './business-live.tsx'

const CAFE = 7
const SPACE_MS = 2_500

/** Positions are unique over all tests. */
let position = 0
let stream: ReadableStreamDefaultController
const tell = (message: string): void => stream.enqueue(new TextEncoder().encode(message))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ start: (begun) => void (stream = begun) })))
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

/** `reads` and `other` count the reads of two lists; movements change the first. */
async function dashboard() {
  const read = vi.fn<() => Promise<unknown[]>>(() => Promise.resolve([]))
  const readOther = vi.fn<() => Promise<unknown[]>>(() => Promise.resolve([]))
  function Buyers(): null {
    useSWR(`/api/business/${CAFE}/buyers?limit=10`, read, { dedupingInterval: 300_000 })
    useSWR(`/api/business/${CAFE}/perks`, readOther, { dedupingInterval: 300_000 })
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
  for (const each of [read, readOther]) each.mockClear()
  const broken = async () => {
    await act(async () => stream.close())
    await pass(2_000)
    await act(async () => tell(`event: ${LIVE_READY}\ndata: ${JSON.stringify({ position: String(position) })}\n\n`))
    await pass(0)
  }
  return {
    reads: () => read.mock.calls.length,
    other: () => readOther.mock.calls.length,
    moved,
    broken,
    pass,
    leave: () => rerender(screen(false)),
  }
}

it('refreshes at once for the first movement, and once per few seconds for any number of later ones (R70)', async () => {
  const { reads, moved, pass } = await dashboard()
  await moved()
  expect(reads()).toBe(1)
  await moved(20)
  await pass(SPACE_MS - 100)
  expect(reads()).toBe(1)
  await pass(100)
  expect(reads()).toBe(2)
  // Forty seconds of twenty movements a second.
  for (let time = 0; time < 800; time += 1) {
    await moved()
    await pass(50)
  }
  expect(reads()).toBeGreaterThanOrEqual(2 + 15)
  expect(reads()).toBeLessThanOrEqual(2 + 17)
})

it('refreshes nothing once movements stop, and at once for the next', async () => {
  const { reads, moved, pass } = await dashboard()
  await moved(2)
  await pass(10 * SPACE_MS)
  expect(reads()).toBe(2)
  await moved()
  expect(reads()).toBe(3)
})

it('after a broken connection, refreshes everything that may have failed without one, even what no movement changes', async () => {
  const { reads, other, moved, broken } = await dashboard()
  await moved()
  expect([reads(), other()]).toEqual([1, 0])
  await broken()
  expect([reads(), other()]).toEqual([2, 1])
})

it('refreshes daily and monthly figures when the next day begins in Yerevan, once a day, without movements', async () => {
  vi.setSystemTime('2026-01-31T19:58:00Z')
  const { reads, pass } = await dashboard()
  await pass(2 * 60_000)
  expect(reads()).toBe(0)
  await pass(3 * 60_000)
  expect(reads()).toBe(1)
  await pass(60 * 60_000)
  expect(reads()).toBe(1)
})

it('drops a pending refresh when the dashboard is left', async () => {
  const { reads, moved, pass, leave } = await dashboard()
  await moved(2)
  leave()
  await pass(10 * SPACE_MS)
  expect(reads()).toBe(1)
})

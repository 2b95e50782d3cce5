import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { RecentAward } from '#contracts/calls/counter.ts'
import { useRecentAwards } from './counter.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useRefresh } from '#web/lib/reads/read.ts'

afterEach(cleanup)
afterEach(dropReadCache)
afterEach(() => vi.unstubAllGlobals())

const BUSINESS = 7
const PATH = `/api/business/${BUSINESS}/awards`

/**
 * A shop with awards 1 to `count`, the last one newest; those up to `tooLate` can no longer be voided. Responds as the
 * API does.
 */
function shopWith(count: number, { tooLate = 0 }: { tooLate?: number } = {}) {
  const shop = { count, calls: [] as string[], voided: new Set<number>(), held: undefined as Promise<void> | undefined }
  const line = (n: number): RecentAward => {
    const why = shop.voided.has(n) ? 'already_voided' : n <= tooLate ? 'too_late' : null
    return {
      awardId: String(n),
      buyerId: 'AN1234',
      points: 1,
      amountSpent: 500,
      receipt: null,
      recordedAt: '',
      happenedAt: '',
      voided: shop.voided.has(n) ? { at: '', reason: 'wrong', by: 'business' } : null,
      undo: { possible: why === null, why, until: '', balance: '1.0', balanceAfter: null },
      corrected: null,
      correction: { possible: why === null, why, held: '1.0' },
    }
  }
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URL(path, 'http://shop.test').searchParams
    const [limit, before] = [Number(query.get('limit')), Number(query.get('before') ?? Infinity)]
    shop.calls.push(`${limit}${query.has('before') ? ` before ${before}` : ''}`)
    const all = Array.from({ length: shop.count }, (_, index) => shop.count - index)
    const page = all.filter((n) => n < before).slice(0, limit)
    const body = JSON.stringify({ awards: page.map(line), next: page.length === limit ? String(page.at(-1)) : null })
    if (shop.held) await shop.held
    return new Response(body)
  })
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <ReadProvider userId={BUSINESS}>{children}</ReadProvider>
  )
  const { result } = renderHook(() => ({ reading: useRecentAwards(BUSINESS), refresh: useRefresh() }), { wrapper })
  return {
    shop,
    reading: () => result.current.reading,
    shown: () => result.current.reading.value?.map(({ awardId }) => Number(awardId)),
    older: () => act(async () => result.current.reading.older?.()),
    fewer: () => act(async () => result.current.reading.fewer?.()),
    refresh: () => act(() => result.current.refresh([PATH])),
    refreshNow: () => result.current.refresh([PATH]),
  }
}

const from = (newest: number, oldest: number): number[] =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index)

it('the counter reads five awards, and older ones only on request (H4)', async () => {
  const { shop, shown, reading, older, fewer } = shopWith(60)
  await waitFor(() => expect(shown()).toEqual(from(60, 56)))
  expect(shop.calls).toEqual(['5'])
  expect(reading().fewer).toBeUndefined()
  await older()
  expect(shown()).toEqual(from(60, 36))
  await older()
  expect(shown()).toEqual(from(60, 16))
  await older()
  expect(shown()).toEqual(from(60, 1))
  expect(reading().older).toBeUndefined()
  await fewer()
  expect(shown()).toEqual(from(60, 56))
  shop.calls.length = 0
  await older()
  expect(shown()).toEqual(from(60, 36))
})

it('new awards neither push out nor duplicate older ones, however many arrive at once', async () => {
  const { shop, shown, reading, older, refresh } = shopWith(60)
  await waitFor(() => expect(shown()).toHaveLength(5))
  await older()
  for (const count of [61, 63, 200]) {
    shop.count = count
    await refresh()
    expect(shown()).toEqual(from(count, 36))
  }
  await older()
  expect(shown()).toEqual(from(200, 16))
  // A void far down shows, even if nothing above it has changed.
  shop.voided.add(20)
  await refresh()
  expect(reading().value?.find(({ awardId }) => awardId === '20')?.voided).not.toBeNull()
})

it('an award that arrives during a read of older ones appears', async () => {
  const { shop, shown, reading, refreshNow } = shopWith(60)
  await waitFor(() => expect(shown()).toHaveLength(5))
  let letGo = (): void => undefined
  shop.held = new Promise((resolve) => (letGo = resolve))
  await act(async () => {
    const older = reading().older?.()
    shop.count = 61
    const refreshed = refreshNow()
    shop.held = undefined
    letGo()
    await older
    await refreshed
  })
  expect(shown()).toEqual(from(61, 36))
})

it('the list ends with awards that are too late to void, and offers no older ones', async () => {
  const { shown, reading, older } = shopWith(60, { tooLate: 50 })
  await waitFor(() => expect(reading().older).toBeDefined())
  await older()
  expect(shown()).toEqual(from(60, 36))
  expect(reading().older).toBeUndefined()
})

it.each([3, 5])('a shop with only %i awards shows them, and reads for more at most once', async (count) => {
  const { shown, reading, older } = shopWith(count)
  await waitFor(() => expect(shown()).toEqual(from(count, 1)))
  await older()
  expect(shown()).toEqual(from(count, 1))
  expect(reading().older).toBeUndefined()
})

it('a failed read leaves the list unchanged', async () => {
  const { shown, reading } = shopWith(60)
  await waitFor(() => expect(shown()).toHaveLength(5))
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":"busy","message":"busy"}', { status: 503 })))
  await act(() => expect(reading().older?.()).rejects.toMatchObject({ code: 'busy' }))
  expect(shown()).toEqual(from(60, 56))
  expect(reading().older).toBeDefined()
})

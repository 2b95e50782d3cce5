import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Clock, Statement, StatementLine } from '#contracts/calls/statement.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useRefresh } from '#web/lib/reads/read.ts'
import { statementPath, useStatement } from './statement.ts'

afterEach(cleanup)
afterEach(dropReadCache)
afterEach(() => vi.unstubAllGlobals())

const [BUYER, SHOP] = [7, 8]
const path = statementPath(BUYER, SHOP)

/**
 * An account with one point at each of the moments 1 to `count`. Responds as the API does, by default with 50 lines a
 * page.
 */
function accountWith(count: number, clock: Clock = 'recorded') {
  const account = { moments: from(1, count), calls: [] as string[], held: undefined as Promise<void> | undefined }
  const answer = (query: URLSearchParams): Statement => {
    const limit = Number(query.get('limit') ?? 50)
    const before = Number(query.get('before')?.split('.')[0] ?? Infinity)
    const ordered = account.moments.toSorted((a, b) => a - b)
    const lines = ordered.map((at, index): StatementLine => ({
      position: String(at),
      eventId: String(at),
      type: 'PointsAwarded',
      happenedAt: '',
      recordedAt: '',
      doneBy: 'business',
      perkName: null,
      amountAmd: 500,
      receipt: null,
      reason: null,
      missing: null,
      awardId: null,
      redemptionId: null,
      balanceBefore: String(index),
      points: '1',
      balance: String(index + 1),
      countedAmd: 500,
      leftoverAmd: 0,
    }))
    const below = lines.filter(({ position }) => Number(position) < before).toReversed()
    const [page, all] = [below.slice(0, limit), String(lines.length)]
    return {
      business: { id: SHOP, businessName: 'Café', closed: false, slug: null },
      asOf: { position: all, at: '', lastCheckedAt: null, agrees: null },
      balance: all,
      period: { from: query.get('from'), to: null, clock },
      lines: page,
      next: below.length > limit ? `${page.at(-1)?.position}.1` : null,
      sums: {
        opening: '0',
        awarded: all,
        returned: '0',
        redeemed: '0',
        voided: '0',
        merged: '0',
        forfeited: '0',
        closing: all,
        movements: lines.length,
      },
    }
  }
  vi.stubGlobal('fetch', async (asked: string) => {
    const query = new URL(asked, 'http://shop.test').searchParams
    account.calls.push(
      [...query]
        .filter(([name]) => name === 'limit' || name === 'before')
        .map((pair) => pair.join(' '))
        .join(', '),
    )
    const body = JSON.stringify(answer(query))
    if (account.held) await account.held
    return new Response(body)
  })
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <ReadProvider userId={BUYER}>{children}</ReadProvider>
  )
  const { result, rerender } = renderHook(
    ({ day }) => ({ reading: useStatement(BUYER, SHOP, { from: day, to: '', clock }), refresh: useRefresh() }),
    { wrapper, initialProps: { day: '' } },
  )
  return {
    account,
    reading: () => result.current.reading,
    shown: () => result.current.reading.value?.lines.map(({ position }) => Number(position)),
    more: () => act(async () => result.current.reading.more?.()),
    refresh: () => act(() => result.current.refresh([path])),
    refreshNow: () => result.current.refresh([path]),
    choose: (day: string) => rerender({ day }),
  }
}

const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
const down = (newest: number, oldest: number): number[] => from(oldest, newest).toReversed()

it('a refresh keeps the older lines without a gap, however many new ones have arrived', async () => {
  const { account, shown, reading, more, refresh } = accountWith(300)
  await waitFor(() => expect(shown()).toEqual(down(300, 251)))
  await more()
  await more()
  expect(shown()).toEqual(down(300, 151))
  expect(account.calls).toEqual(['', 'before 251.1', 'before 201.1'])
  for (const count of [300, 301, 360, 900]) {
    account.moments = from(1, count)
    await refresh()
    expect(shown()).toEqual(down(count, 151))
    expect(reading().value?.balance).toBe(String(count))
  }
  await more()
  expect(shown()).toEqual(down(900, 101))
})

it('a statement without further pages open stays one page', async () => {
  const { account, shown, refresh } = accountWith(300)
  await waitFor(() => expect(shown()).toHaveLength(50))
  account.moments = from(1, 400)
  await refresh()
  expect(shown()).toEqual(down(400, 351))
})

it('an award recorded late appears between older lines, or below them, with the right balances above', async () => {
  const { account, shown, reading, more, refresh } = accountWith(100, 'happened')
  await waitFor(() => expect(shown()).toHaveLength(50))
  await more()
  expect(shown()).toEqual(down(100, 1))
  account.moments = [...account.moments, 40.5, 0.5]
  await refresh()
  expect(shown()).toEqual([...down(100, 41), 40.5, ...down(40, 1), 0.5])
  const points = reading().value?.lines.map(({ balance }) => Number(balance))
  expect(points).toEqual(down(102, 1))
})

it('a page being read during a movement appears afterwards, with the movement', async () => {
  const { account, shown, reading, refreshNow, more } = accountWith(200)
  await waitFor(() => expect(shown()).toHaveLength(50))
  for (const order of ['the page first', 'the look first']) {
    const end = shown()!.at(-1)! - 50
    let letGo = (): void => undefined
    account.held = new Promise((resolve) => (letGo = resolve))
    const count = account.moments.length + 1
    await act(async () => {
      const page = order === 'the page first' ? reading().more?.() : undefined
      account.moments = from(1, count)
      const refreshed = refreshNow()
      const later = page ?? reading().more?.()
      account.held = undefined
      letGo()
      await Promise.all([later, refreshed])
    })
    await waitFor(() => expect(shown(), order).toEqual(down(count, end)))
  }
  account.calls.length = 0
  await more()
  expect(account.calls).toHaveLength(1)
})

it('another period starts with its first page', async () => {
  const { shown, more, choose } = accountWith(300)
  await waitFor(() => expect(shown()).toHaveLength(50))
  await more()
  expect(shown()).toHaveLength(100)
  choose('2026-11-01')
  await waitFor(() => expect(shown()).toHaveLength(50))
})

it('a failed read of a page leaves the lines unchanged', async () => {
  const { shown, reading } = accountWith(300)
  await waitFor(() => expect(shown()).toHaveLength(50))
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":"busy","message":"busy"}', { status: 503 })))
  await act(() => expect(reading().more?.()).rejects.toMatchObject({ code: 'busy' }))
  expect(shown()).toEqual(down(300, 251))
  expect(reading().more).toBeDefined()
})

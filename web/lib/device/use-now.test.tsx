import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { yerevanDay } from '#contracts/units/time.ts'
import { useNow } from './use-now.ts'

afterEach(() => vi.useRealTimers())

it('renders again within a minute of the change that it reads, and not before', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T19:58:30Z') })
  let renders = 0
  const { result, unmount } = renderHook(() => {
    renders += 1
    return useNow(yerevanDay)
  })
  act(() => void vi.advanceTimersByTime(60_000))
  expect([result.current, renders]).toEqual(['2026-11-20', 1])
  act(() => void vi.advanceTimersByTime(60_000))
  expect([result.current, renders]).toEqual(['2026-11-21', 2])
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

it('reads the clock anew at each render', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T19:59:59Z') })
  const { result, rerender } = renderHook(() => useNow(yerevanDay))
  vi.setSystemTime(new Date('2026-11-20T20:00:00Z'))
  rerender()
  expect(result.current).toBe('2026-11-21')
})

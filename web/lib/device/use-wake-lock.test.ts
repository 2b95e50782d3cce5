import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useWakeLock } from './use-wake-lock.ts'

afterEach(cleanup)
afterEach(() => vi.restoreAllMocks())
afterEach(() => void Reflect.deleteProperty(navigator, 'wakeLock'))

/** The browser's locks, of which `held` are not given back. */
function browserWithLocks(): { held: () => number } {
  const held = new Set<object>()
  const request = async (): Promise<object> => {
    const lock = { release: async () => void held.delete(lock) }
    held.add(lock)
    return lock
  }
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  return { held: () => held.size }
}
const become = (visibility: DocumentVisibilityState): Promise<void> =>
  act(async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
    document.dispatchEvent(new Event('visibilitychange'))
  })

it('the screen stays awake only while wanted and visible, under one lock', async () => {
  const { held } = browserWithLocks()
  const { rerender, unmount } = renderHook(({ wanted }) => useWakeLock(wanted), { initialProps: { wanted: false } })
  expect(held()).toBe(0)
  await act(async () => rerender({ wanted: true }))
  expect(held()).toBe(1)
  await become('hidden')
  expect(held()).toBe(0)
  await become('visible')
  expect(held()).toBe(1)
  await act(async () => rerender({ wanted: false }))
  expect(held()).toBe(0)
  await act(async () => rerender({ wanted: true }))
  await act(async () => unmount())
  expect(held()).toBe(0)
})

it('a browser without wake locks, or one that refuses, is no trouble', async () => {
  const { unmount } = renderHook(() => useWakeLock(true))
  unmount()
  const request = (): Promise<never> => Promise.reject(new DOMException('Low battery', 'NotAllowedError'))
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  renderHook(() => useWakeLock(true))
  await become('hidden')
  await become('visible')
})

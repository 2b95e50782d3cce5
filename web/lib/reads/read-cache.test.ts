import { beforeEach, expect, it } from 'vitest'
import { dropReadCache, leaveReadCache, openReadCache } from './read-cache.ts'

const MINUTE_MS = 60_000

beforeEach(dropReadCache)

it('replies are reused within ten minutes, and gone after that (R229)', () => {
  const first = openReadCache(0)
  leaveReadCache(MINUTE_MS)
  expect(openReadCache(11 * MINUTE_MS)).toBe(first)
  leaveReadCache(20 * MINUTE_MS)
  expect(openReadCache(30 * MINUTE_MS + 1)).not.toBe(first)
})

it('nothing of a user remains for the next one (R148)', () => {
  const first = openReadCache(0)
  dropReadCache()
  expect(openReadCache(0)).not.toBe(first)
})

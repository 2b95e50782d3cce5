import { afterEach, expect, it, vi } from 'vitest'
import { KEPT_FOR_MS, keptKeys } from './open-keys.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('a key without a reply survives a reload, and its reply removes it', () => {
  keptKeys('open').set('K7MNP2QR', 'one')
  const reloaded = keptKeys('open')
  expect([reloaded.get('K7MNP2QR'), reloaded.get('ABCD2345')]).toEqual(['one', undefined])
  reloaded.delete('K7MNP2QR')
  expect([keptKeys('open').get('K7MNP2QR'), localStorage.length]).toEqual([undefined, 0])
})

it('a reply to one page frees the key for every page: otherwise both would hand out the same perk', () => {
  const [one, other] = [keptKeys('open'), keptKeys('open')]
  one.set('K7MNP2QR', 'one')
  expect(other.get('K7MNP2QR')).toBe('one')
  other.delete('K7MNP2QR')
  expect(one.get('K7MNP2QR')).toBeUndefined()
})

it('a key expires, so that the same code later is a new action', () => {
  let nowMs = 1_000_000_000
  keptKeys('open', () => nowMs).set('K7MNP2QR', 'one')
  nowMs += KEPT_FOR_MS - 1
  expect(keptKeys('open', () => nowMs).get('K7MNP2QR')).toBe('one')
  nowMs += 1
  expect(keptKeys('open', () => nowMs).get('K7MNP2QR')).toBeUndefined()
  // A key from the future, after the clock was set back, is ignored too.
  nowMs -= 2 * KEPT_FOR_MS
  expect(keptKeys('open', () => nowMs).get('K7MNP2QR')).toBeUndefined()
  nowMs += 2 * KEPT_FOR_MS
  keptKeys('open', () => nowMs).set('ABCD2345', 'two')
  expect(Object.keys(JSON.parse(localStorage.getItem('open') ?? '') as object)).toEqual(['ABCD2345'])
})

it.each(['{', 'null', '7', '{"K7MNP2QR":null}', '{"K7MNP2QR":{"key":7,"atMs":0}}', '{"K7MNP2QR":"one"}'])(
  'foreign content under the name yields no key: %s (R146)',
  (written) => {
    localStorage.setItem('open', written)
    expect(keptKeys('open').get('K7MNP2QR')).toBeUndefined()
  },
)

it("falls back to the page's memory if the browser stores nothing", () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: () => undefined,
  })
  const keys = keptKeys('open')
  keys.set('K7MNP2QR', 'one')
  expect(keys.get('K7MNP2QR')).toBe('one')
  keys.delete('K7MNP2QR')
  expect(keys.get('K7MNP2QR')).toBeUndefined()
})

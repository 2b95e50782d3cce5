import { describe, expect, it } from 'vitest'
import { UnreadableEvent } from '#ledger/event-store.ts'
import type { ReadEvent } from './codec/read-reply.ts'
import { logEvent, recordedEvent } from './recorded-event.ts'

const AWARDED: ReadEvent = {
  id: '0198c5a0-0000-7000-8000-000000000001',
  stream: 'account-1.2',
  revision: 0,
  position: 640n,
  type: 'PointsAwarded',
  storedAt: new Date(0),
  data: {},
  metadata: {},
}

describe('an event of the log', () => {
  it("is skipped if it is the store's own, by stream or by type (a link among our events)", () => {
    expect(logEvent(AWARDED)).toBe(AWARDED)
    expect(logEvent({ ...AWARDED, stream: '$stats-127.0.0.1' })).toBeUndefined()
    expect(logEvent({ ...AWARDED, type: '$>' })).toBeUndefined()
  })

  it('throws without a position', () => {
    for (const stream of ['account-1.2', '$stats-127.0.0.1'])
      expect(() => logEvent({ ...AWARDED, stream, position: undefined })).toThrow('without a position')
  })
})

describe('an event of an account', () => {
  it.each([
    ['without its position', { position: undefined }, 'the server is older than 22.6'],
    ['of a type that nobody knows', { type: 'PointsGuessed' }, 'unknown type PointsGuessed'],
    ['of another shape', { data: { pointsTenths: 'many' } }, '0@account-1.2 (PointsAwarded)'],
  ])('is refused, by name, if it comes %s', (_how, change, words) => {
    expect(() => recordedEvent({ ...AWARDED, ...change })).toThrow(UnreadableEvent)
    expect(() => recordedEvent({ ...AWARDED, ...change })).toThrow(words)
  })
})

import { expect, it } from 'vitest'
import { History } from '#projections/testing/history.ts'
import { canonicalEvent, publicEvent } from './canonical-event.ts'

const SEAL = Buffer.alloc(32, 7)
const [staffId, otherId, tillId] = [
  '0a6f3a52-7a0e-5b0e-9c55-3f2b8f1c7d10',
  '0a6f3a52-7a0e-5b0e-9c55-3f2b8f1c7d11',
  '0a6f3a52-7a0e-5b0e-9c55-3f2b8f1c7d12',
]
const awarded = (place: { staffId?: string; tillId?: string } = {}) => {
  const history = new History()
  history.award({ businessId: 1, buyerId: 2 }, 1_000, { place })
  return history.events[0]!
}

it('seals who acted at which till, and differs for another person', () => {
  const text = canonicalEvent(awarded({ staffId, tillId }), SEAL)
  expect(text).not.toMatch(/staffId|tillId|0a6f3a52/)
  expect(publicEvent(awarded({ staffId, tillId }), SEAL).metadata['placeSeal']).toMatch(/^[0-9a-f]{64}$/)
  expect(canonicalEvent(awarded({ staffId: otherId, tillId }), SEAL)).not.toBe(text)
})

it('leaves the text of an event without a till as it always was', () => {
  const event = awarded()
  expect(publicEvent(event, SEAL).metadata).toEqual(event.metadata)
  expect(canonicalEvent(event, SEAL)).not.toContain('placeSeal')
})

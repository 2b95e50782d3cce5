import { expect, it } from 'vitest'
import { createWriteOutage } from './write-outage.ts'

function watched() {
  let at = 1_000
  const silence = createWriteOutage(() => at)
  const after = (ms: number) => void (at += ms)
  return { after, now: () => at, silence }
}

const UNKNOWN = { kind: 'unknown' } as const
const WRITTEN = { kind: 'done', replayed: false } as const

it('a store that has not answered any command yet is not silent', () => {
  expect(watched().silence.silent()).toBe(false)
})

it('a store is silent after an unanswered command until something is written', () => {
  const { silence, after, now } = watched()
  silence.heard(WRITTEN, now())
  after(10)
  const sentAt = now()
  after(5_000)
  silence.heard(UNKNOWN, sentAt)
  expect(silence.silent()).toBe(true)
  // Nothing was written.
  silence.heard({ kind: 'done', replayed: true }, now())
  silence.heard({ kind: 'refused' }, now())
  expect(silence.silent()).toBe(true)
  silence.heard(WRITTEN, now())
  expect(silence.silent()).toBe(false)
})

it('a store that wrote something after the command was sent is not silent', () => {
  const { silence, after, now } = watched()
  const sentAt = now()
  after(100)
  silence.heard(WRITTEN, now())
  after(5_000)
  silence.heard(UNKNOWN, sentAt)
  expect(silence.silent()).toBe(false)
})

it('after half a minute the state is unknown, so not silent', () => {
  const { silence, after, now } = watched()
  silence.heard(UNKNOWN, now())
  after(29_999)
  expect(silence.silent()).toBe(true)
  after(1)
  expect(silence.silent()).toBe(false)
})

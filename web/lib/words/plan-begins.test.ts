import { expect, it } from 'vitest'
import { planBegins } from './plan-begins.ts'

const now = new Date('2026-11-20T10:00:00Z')
const running = { isInTrial: false, periodEnd: '2026-12-01T00:00:00Z' }
const trial = { isInTrial: true, periodEnd: null }

it('time paid for a chosen plan starts at once, and after the trial during one (H38)', () => {
  expect(planBegins(running, { reason: 'change' }, now)).toBe('atOnce')
  expect(planBegins(trial, { reason: 'change' }, now)).toBe('afterTrial')
  expect(planBegins({ ...running, isInTrial: true }, { reason: 'change' }, now)).toBe('afterTrial')
})

it('a renewal starts after the running period, or at once if none runs (H24, H38)', () => {
  expect(planBegins(running, { reason: 'renewal' }, now)).toBe('nextPeriod')
  expect(planBegins({ ...running, periodEnd: '2026-11-20T10:00:00Z' }, { reason: 'renewal' }, now)).toBe('atOnce')
})

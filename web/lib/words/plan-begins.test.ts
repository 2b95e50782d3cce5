import { expect, it } from 'vitest'
import { planBegins } from './plan-begins.ts'

const now = new Date('2026-11-20T10:00:00Z')
const running = { isInTrial: false, periodEnd: '2026-12-01T00:00:00Z' }
const trial = { isInTrial: true, periodEnd: null }

it('a chosen plan starts once paid, and Starter after the trial (H38)', () => {
  expect(planBegins(running, { plan: 'prime', reason: 'change' }, now)).toBe('atOnce')
  expect(planBegins(trial, { plan: 'standard', reason: 'change' }, now)).toBe('atOnce')
  expect(planBegins(trial, { plan: 'starter', reason: 'change' }, now)).toBe('afterTrial')
  expect(planBegins({ ...running, isInTrial: true }, { plan: 'starter', reason: 'change' }, now)).toBe('afterTrial')
})

it('a renewal starts after the running period, or at once if none runs (H24, H38)', () => {
  expect(planBegins(running, { plan: 'starter', reason: 'renewal' }, now)).toBe('nextPeriod')
  expect(
    planBegins({ ...running, periodEnd: '2026-11-20T10:00:00Z' }, { plan: 'starter', reason: 'renewal' }, now),
  ).toBe('atOnce')
})

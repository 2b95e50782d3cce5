import { expect, it } from 'vitest'
import { eventsPage, lastDays, spanBefore } from './figures.ts'

it('the last days are Armenian ones: late evening in UTC is tomorrow there (H10)', () => {
  expect(lastDays(30, new Date('2026-11-20T19:59:00Z'))).toEqual({ from: '2026-10-22', to: '2026-11-20' })
  expect(lastDays(1, new Date('2026-11-20T20:00:00Z'))).toEqual({ from: '2026-11-21', to: '2026-11-21' })
})

it('a number links to its events by a lasting address', () => {
  expect(eventsPage({ day: '2026-11-20', types: ['PointsAwarded', 'AwardVoided'] })).toBe(
    '/figures/events?day=2026-11-20&type=PointsAwarded&type=AwardVoided',
  )
  expect(eventsPage({ month: '2026-11', types: ['PointsAwarded'] })).toBe(
    '/figures/events?month=2026-11&type=PointsAwarded',
  )
})

it('the days before are as many, and end where the chosen ones begin', () => {
  expect(spanBefore({ from: '2026-11-04', to: '2026-12-03' })).toEqual({ from: '2026-10-05', to: '2026-11-03' })
  expect(spanBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' })
})

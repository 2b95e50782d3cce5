import { expect, it } from 'vitest'
import { monthOf, monthsFrom } from './month-of.ts'

it('a month runs from its first to its last day, across years and in leap years', () => {
  expect(monthOf('2026-11-20', 0)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(monthOf('2026-01-31', -1)).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(monthOf('2028-03-31', -1)).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

it('months are listed back across years, and the latest is always included', () => {
  expect(monthsFrom('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  expect(monthsFrom('2026-02', '2026-02')).toEqual(['2026-02'])
  expect(monthsFrom('2026-03', '2026-02')).toEqual(['2026-02'])
})

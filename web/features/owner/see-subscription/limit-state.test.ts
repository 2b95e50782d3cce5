import { expect, it } from 'vitest'
import { limitState } from './limit-state.ts'

it('a limit warns from 80 % and is reached at 100 % (R77)', () => {
  expect([799, 800, 999, 1_000, 1_001].map((current) => limitState(current, 1_000))).toEqual([
    'calm',
    'warning',
    'warning',
    'full',
    'full',
  ])
})

it('a limit of one goes from empty to full without a warning (R78)', () => {
  expect([0, 1].map((current) => limitState(current, 1))).toEqual(['calm', 'full'])
})

import { expect, it } from 'vitest'
import { perkRules } from './perk-rules.ts'

const problem = (pointsRequired: string): string | undefined =>
  perkRules.safeParse({ name: 'Coffee', description: 'A cup', pointsRequired }).error?.issues[0]?.message

it.each(['0.5', '0,5', '1', '6,5', ' 10 ', '\u00a012,5\u00a0', '1000.5'])('a perk may cost %s points (R168)', (typed) =>
  expect(problem(typed)).toBeUndefined(),
)

it.each(['0', '0.7', '-1', '5e1', 'ten', '0.25', '12.55', '12,5,5', '1 000', '1.000,5', '١٢'])(
  'a perk may not cost %s points (R168)',
  (typed) => {
    expect(problem(typed)).toBe('Points must be at least 0.5, in steps of 0.5')
  },
)

it('all three fields are required (R168)', () => {
  const { error } = perkRules.safeParse({ name: ' ', description: '', pointsRequired: '' })
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['name', 'Required'],
    ['description', 'Required'],
    ['pointsRequired', 'Required'],
  ])
})

it('the points are sent as a number (R168)', () => {
  expect(perkRules.parse({ name: 'Gata', description: 'Warm', pointsRequired: '6,5' }).pointsRequired).toBe(6.5)
})

import { expect, it } from 'vitest'
import type { RecentAward } from '#contracts/calls/counter.ts'
import { correctedPoints } from './corrected-points.ts'

const AT = '2026-11-18T10:00:00.000Z'
const award = (balance: string, held: string): RecentAward => ({
  awardId: '1',
  buyerId: 'AN1234',
  points: 246.9,
  amountSpent: 123_450,
  receipt: null,
  recordedAt: AT,
  happenedAt: AT,
  voided: null,
  undo: { possible: true, why: null, until: AT, balance, balanceAfter: null },
  corrected: null,
  correction: { possible: true, why: null, held },
})

it.each([
  ['down', award('300.0', '246.9'), 12_345, { differenceTenths: -2_223, missingTenths: 0, afterTenths: 777 }],
  ['up', award('0.0', '24.6'), 123_450, { differenceTenths: 2_223, missingTenths: 0, afterTenths: 2_223 }],
  [
    'below the balance',
    award('10.0', '246.9'),
    12_345,
    { differenceTenths: -100, missingTenths: 2_123, afterTenths: 0 },
  ],
  ['to an amount that earns the same', award('0.0', '246.9'), 123_499, { differenceTenths: 0, missingTenths: 0 }],
] as const)('a correction %s says what the account will decide', (_, shown, amount, expected) => {
  expect(correctedPoints(shown, amount)).toMatchObject(expected)
})

import { expect, it } from 'vitest'
import type { BuyerPoints } from '#contracts/calls/buyer.ts'
import { changesBetween } from './use-balance-changes.ts'

const at = (id: number, points: string): BuyerPoints => ({
  id: String(id),
  points,
  business: {
    id,
    slug: `b-${id}`,
    logoUrl: null,
    businessName: `B${id}`,
    closed: false,
    takesPart: true,
    firstName: '',
    lastName: '',
  },
})

it('increases and decreases are changes, also from nothing; an equal balance is none', () => {
  expect(
    changesBetween(
      [at(1, '10.0'), at(2, '5.0'), at(4, '1.0')],
      [at(1, '12.4'), at(2, '3.0'), at(3, '0.1'), at(4, '1.0')],
    ),
  ).toEqual([
    { business: at(1, '').business, pointsTenths: 24 },
    { business: at(2, '').business, pointsTenths: -20 },
    { business: at(3, '').business, pointsTenths: 1 },
  ])
})

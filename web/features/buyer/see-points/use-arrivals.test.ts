import { expect, it } from 'vitest'
import type { BuyerPoints } from '#contracts/calls/buyer.ts'
import { arrivalsBetween } from './use-arrivals.ts'

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

it('arrivals are increases, also from nothing; decreases are not', () => {
  expect(arrivalsBetween([at(1, '10.0'), at(2, '5.0')], [at(1, '12.4'), at(2, '3.0'), at(3, '0.1')])).toEqual([
    { business: at(1, '').business, pointsTenths: 24 },
    { business: at(3, '').business, pointsTenths: 1 },
  ])
})

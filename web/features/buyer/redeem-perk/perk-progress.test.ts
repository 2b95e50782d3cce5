import { expect, it } from 'vitest'
import type { AvailablePerk, BuyerPoints } from '#contracts/calls/buyer.ts'
import { groupPerks, perkProgress } from './perk-progress.ts'

const perk = {
  id: 1,
  name: 'Գավաթ սուրճ',
  description: '',
  pointsRequired: '10.0',
  pictureUrl: null,
  canRedeem: false,
  business: { id: 2, businessName: 'Կոֆե Տուն' },
} satisfies AvailablePerk
const at = (id: number, points: string): BuyerPoints => ({
  id: String(id),
  points,
  business: {
    id,
    slug: '',
    logoUrl: null,
    businessName: '',
    closed: false,
    takesPart: true,
    firstName: '',
    lastName: '',
  },
})

it('a perk is measured by the points at its own business, never by the total (R62)', () => {
  expect(perkProgress(perk, [at(3, '500.0'), at(2, '2.5')])).toEqual({
    haveTenths: 25,
    needTenths: 100,
    missingTenths: 75,
    share: 0.25,
  })
})

it('the bar is at most full (R62), and empty without points there', () => {
  expect(perkProgress(perk, [at(2, '99.9')]).share).toBe(1)
  expect(perkProgress(perk, [at(3, '99.9')]).share).toBe(0)
})

it('perks are grouped into those within reach, those at most ten points away, and the others', () => {
  const perks = [
    { ...perk, id: 1, canRedeem: true },
    { ...perk, id: 2, pointsRequired: '12.5' },
    { ...perk, id: 3, pointsRequired: '12.6' },
  ]
  const grouped = groupPerks(perks, [at(2, '2.5')])
  expect(grouped.map(({ group, perks: ofGroup }) => [group, ofGroup.map(({ id }) => id)])).toEqual([
    ['within', [1]],
    ['almost', [2]],
    ['further', [3]],
  ])
})

it('nothing is called almost there before the points are known', () => {
  expect(groupPerks([perk], undefined)).toEqual([{ group: 'further', perks: [perk] }])
})

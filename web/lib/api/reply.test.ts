import { describe, expect, it } from 'vitest'
import { INDUSTRIES } from '#contracts/pages/kind-names.ts'
import { perksReplySchema } from '#contracts/calls/business.ts'
import { businessRegistrationReplySchema } from '#contracts/calls/account/accounts.ts'
import { plansReplySchema } from '#contracts/calls/billing.ts'
import { directoryReplySchema, publicBusinessSchema } from '#contracts/calls/directory.ts'
import { halfStars as contractHalfStars, ratingReplySchema, reviewsReplySchema } from '#contracts/calls/reviews.ts'
import { businessReply, directoryReply, publicPerksReply } from '#web/lib/calls/directory.ts'
import { halfStars } from '#web/lib/device/half-stars.ts'
import { plansReply } from '#web/lib/calls/plans.ts'
import { registrationReply } from '#web/features/visitor/register-business/register-business.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import type { Reply } from './reply.ts'
import { ratingReply, reviewListReply } from '#web/lib/calls/reviews.ts'

const entry = {
  id: 1,
  slug: 'kofe-tun',
  businessName: 'Kofe',
  logoUrl: null,
  industry: 'Restaurant',
  description: '',
  website: null,
  isPrime: true,
  primeRank: 0,
  averageRating: 4.5,
  totalReviews: 2,
}
const perk = { id: 1, name: 'Coffee', description: 'Black', pointsRequired: '10.0' }
const review = {
  id: 1,
  rating: 5,
  comment: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  buyer: { firstName: 'Ani' },
  own: false,
}
const rating = { averageRating: 4.5, totalReviews: 2 }
const paused = { takesPart: false, slug: 'a', businessName: 'A' }

const pairs: [name: string, reply: unknown, light: Reply<unknown>, contract: Reply<unknown>, field: string][] = [
  ['the directory', [entry], directoryReply, directoryReplySchema, 'slug'],
  ['perks', [perk], publicPerksReply, perksReplySchema, 'pointsRequired'],
  ['reviews', [review], reviewListReply, reviewsReplySchema, 'own'],
  ['a rating', rating, ratingReply, ratingReplySchema, 'totalReviews'],
  [
    'the plans',
    { currency: 'AMD', plans: [], warningShare: 0.8, yearlyRefundDays: 14, trialMonths: 1 },
    plansReply,
    plansReplySchema,
    'trialMonths',
  ],
  [
    'a registration',
    { id: 1, slug: 'kofe-tun', message: 'Registered' },
    registrationReply,
    businessRegistrationReplySchema,
    'slug',
  ],
  ['a business', paused, businessReply, publicBusinessSchema, 'takesPart'],
]

describe('the light checks of public pages', () => {
  it.each(pairs)('accept and refuse the same as the contract: %s', (_, reply, light, contract, field) => {
    expect(contract.safeParse(reply).success).toBe(true)
    expect(light.safeParse(reply).success).toBe(true)
    const without = (object: object): object =>
      Object.fromEntries(Object.entries(object).filter(([key]) => key !== field))
    const broken = Array.isArray(reply) ? reply.map(without) : without(reply as object)
    for (const wrong of [broken, null, 'text', Array.isArray(reply) ? {} : []]) {
      expect(contract.safeParse(wrong).success).toBe(false)
      expect(light.safeParse(wrong).success).toBe(false)
    }
  })

  it('count as the contract does', () => {
    for (let hundredths = 0; hundredths <= 500; hundredths += 1)
      expect(halfStars(hundredths / 100)).toBe(contractHalfStars(hundredths / 100))
  })

  it('name the industries of the specification in its order (R106)', () =>
    expect(Object.keys(wordsOf('en').industries)).toEqual([...INDUSTRIES]))
})

it('an average is shown to the nearest half star (R116)', () => {
  expect([3.24, 3.25, 3.74, 3.75, 0, 5].map(halfStars)).toEqual([3, 3.5, 3.5, 4, 0, 5])
})

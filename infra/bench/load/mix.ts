/** Three mixes of who awards whom and how much, drawn from a seed. */
import { MIN_AMOUNT_AMD, tenthsForAmount } from '#contracts/units/points.ts'
import {
  buyerCodeOf,
  BUYERS,
  BUYERS_PER_BUSINESS,
  HOT_BUSINESS,
  ONE_ACCOUNT_BUSINESS,
  UNIFORM_BUSINESSES,
} from '../people.ts'
import { randomFrom } from './random.ts'

export const MIXES = ['uniform', 'hot', 'one-account'] as const
export type Mix = (typeof MIXES)[number]

/** `business` and `buyer` are indexes, as in people.ts. */
export type Award = { business: number; buyerCode: string; amountAmd: number; tenths: number }

const MOST_AMOUNT_AMD = 20_000

export function awardsOf(mix: Mix, seed: number): () => Award {
  const random = randomFrom(seed)
  const pick = accountOf[mix]
  return () => {
    const { business, buyer } = pick(random)
    const amountAmd = MIN_AMOUNT_AMD + Math.floor(random() * (MOST_AMOUNT_AMD - MIN_AMOUNT_AMD))
    return { business, buyerCode: buyerCodeOf(buyer), amountAmd, tenths: tenthsForAmount(amountAmd) }
  }
}

/** Every account of a mix once, in order. */
export function everyAccount(mix: Mix): Award[] {
  const count = mix === 'one-account' ? 1 : BUYERS
  return Array.from({ length: count }, (_, buyer) => {
    const business = mix === 'uniform' ? businessOfBuyer(buyer) : mix === 'hot' ? HOT_BUSINESS : ONE_ACCOUNT_BUSINESS
    return { business, buyerCode: buyerCodeOf(buyer), amountAmd: 1_000, tenths: tenthsForAmount(1_000) }
  })
}

const businessOfBuyer = (buyer: number) => Math.floor(buyer / BUYERS_PER_BUSINESS) % UNIFORM_BUSINESSES

const accountOf: Record<Mix, (random: () => number) => { business: number; buyer: number }> = {
  uniform: (random) => {
    const buyer = Math.floor(random() * BUYERS)
    return { business: businessOfBuyer(buyer), buyer }
  },
  hot: (random) => ({ business: HOT_BUSINESS, buyer: Math.floor(random() * BUYERS) }),
  'one-account': () => ({ business: ONE_ACCOUNT_BUSINESS, buyer: 0 }),
}

import { History } from './history.ts'

export const cafe = { businessId: 11, buyerId: 101 }

/** Every kind of event that moves points. */
export function shop(): History {
  const history = new History()
  history.award(cafe, 12_000)
  history.award({ businessId: 11, buyerId: 102 }, 4_999)
  history.use(cafe, history.redeem(cafe, 30))
  history.cancel(cafe, history.redeem(cafe, 40))
  history.void({ businessId: 11, buyerId: 102 }, history.award({ businessId: 11, buyerId: 102 }, 900))
  return history
}

import type { AwardBody } from './waiting-store.ts'

export type Purchase = Omit<AwardBody, 'happenedAt'>

/** Probably the same purchase. Adding a forgotten receipt does not make it another one. */
export function isSameAward(one: Purchase, other: Purchase): boolean {
  return (
    one.buyerId === other.buyerId &&
    one.amountSpent === other.amountSpent &&
    (other.receipt === undefined || one.receipt === other.receipt)
  )
}

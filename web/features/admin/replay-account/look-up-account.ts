import type { AdminBusiness } from '#contracts/calls/staff/admin.ts'
import { numberIn } from '#contracts/units/ids.ts'
import { findBusinesses } from '#web/lib/calls/staff/admin-businesses.ts'
import { buyerByCode } from '#web/lib/calls/staff/admin-people.ts'

export interface LookedUp {
  /** Undefined for an unknown code. */
  buyerId: number | undefined
  /** Undefined unless exactly one matches. */
  businessId: number | undefined
  /** Several matches. */
  offered: readonly AdminBusiness[]
}

/** Rejects with ApiError. */
export async function lookUpAccount(buyerCode: string, wanted: string): Promise<LookedUp> {
  const [buyerId, business] = await Promise.all([buyerByCode(buyerCode), businessNamed(wanted)])
  return { buyerId, ...business }
}

async function businessNamed(wanted: string): Promise<Omit<LookedUp, 'buyerId'>> {
  const number = numberIn(wanted)
  if (number !== undefined) return { businessId: number, offered: [] }
  const found = await findBusinesses(wanted)
  const exact = found.filter(({ businessName, slug, owner }) =>
    [businessName, slug, owner.email].some((name) => name.toLowerCase() === wanted.toLowerCase()),
  )
  const fitting = exact.length === 1 ? exact : found
  return fitting.length > 1 ? { businessId: undefined, offered: fitting } : { businessId: fitting[0]?.id, offered: [] }
}

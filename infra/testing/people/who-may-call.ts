/** Roles permitted for an API call; tests use the first. */
import type { Role } from '#contracts/calls/session.ts'
import type { ACCESS } from '../../../services/api/open-api/operation.ts'
import type { Person } from './person.ts'
import { signInStaff } from './staff.ts'
import type { Product } from '../servers/test-product.ts'

/** Empty: everybody. */
export const WHO_MAY_CALL: Record<keyof typeof ACCESS, readonly Role[]> = {
  everybody: [],
  knownOrNot: [],
  password: [],
  slugOrOwner: ['business'],
  signedIn: ['buyer', 'business', 'admin', 'auditor'],
  buyerOrBusiness: ['buyer', 'business'],
  buyerOrBusinessOrVisit: ['buyer', 'business'],
  buyer: ['buyer'],
  business: ['business'],
  // No role: a session of a till's own.
  till: [],
  businessOrAdmin: ['business', 'admin'],
  buyerOrAuditor: ['buyer', 'admin', 'auditor'],
  staff: ['admin', 'auditor'],
  admin: ['admin'],
  adminOnVisit: ['admin'],
  auditor: ['auditor', 'admin'],
}

export async function oneOfEachRole(product: Product): Promise<Record<Role, Person>> {
  return {
    buyer: await product.buyer(),
    business: await product.business(),
    admin: await signInStaff(product, 'admin'),
    auditor: await signInStaff(product, 'auditor'),
  }
}

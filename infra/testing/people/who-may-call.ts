/** Roles permitted for an API call; tests use the first. */
import { rightOf } from '#contracts/rights/business-rights.ts'
import type { Role } from '#contracts/calls/account/session.ts'
import type { ACCESS } from '../../../services/api/open-api/operation.ts'
import { signInManager } from './manager.ts'
import type { Person } from './person.ts'
import { signInStaff } from './staff.ts'
import type { Product } from '../servers/test-product.ts'

/** Empty: everybody. A manager may make the calls of the business that the rights table gives him. */
export const WHO_MAY_CALL: Record<keyof typeof ACCESS, readonly Role[]> = {
  everybody: [],
  knownOrNot: [],
  password: [],
  passkey: [],
  slugOrOwner: ['business'],
  signedIn: ['buyer', 'business', 'admin', 'auditor', 'manager'],
  buyerOrBusiness: ['buyer', 'business', 'manager'],
  buyerOrBusinessOrVisit: ['buyer', 'business', 'manager'],
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

/** Roles that get further than 403 with this call. */
export function rolesOf(call: string, access: keyof typeof ACCESS): readonly Role[] {
  const roles = WHO_MAY_CALL[access].filter((role) => role !== 'manager')
  return access !== 'till' && rightOf('manager', call) !== 'no' ? [...roles, 'manager'] : roles
}

export async function oneOfEachRole(product: Product): Promise<Record<Role, Person>> {
  const business = await product.business()
  return {
    buyer: await product.buyer(),
    business,
    manager: await signInManager(product, business),
    admin: await signInStaff(product, 'admin'),
    auditor: await signInStaff(product, 'auditor'),
  }
}

import type { Business } from '#businesses/profile/businesses.ts'

/** A business as responses name it; the screen says in the reader's language that it is closed (H25). */
export function nameOfBusiness(id: number, business: Pick<Business, 'businessName' | 'status'> | undefined) {
  return { id, businessName: business?.businessName ?? '', closed: business?.status === 'closed' }
}

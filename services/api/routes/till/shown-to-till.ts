import type { TillReply } from '#contracts/rights/till-calls.ts'
import type { Business } from '#businesses/profile/businesses.ts'
import type { AtTill } from '../../guards/at-till.ts'
import { shownTill } from '../staff/shown-till.ts'

export function shownToTill(
  { till, staff, hasStaff, person }: Pick<AtTill, 'till' | 'staff' | 'hasStaff' | 'person'>,
  { businessName }: Pick<Business, 'businessName'>,
): TillReply {
  return {
    till: shownTill(till),
    businessId: till.businessId,
    businessName,
    staff: staff.map(({ staffId, name, role }) => ({ staffId, name, role })),
    unlockedBy: person?.staffId ?? null,
    needsPin: hasStaff,
  }
}

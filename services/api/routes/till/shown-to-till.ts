import type { z } from 'zod'
import type { tillReplySchema } from '#contracts/rights/till-calls.ts'
import type { AtTill } from '../../guards/at-till.ts'
import { shownTill } from '../staff/shown-till.ts'

export function shownToTill({
  till,
  staff,
  person,
}: Pick<AtTill, 'till' | 'staff' | 'person'>): z.infer<typeof tillReplySchema> {
  return {
    till: shownTill(till),
    businessId: till.businessId,
    staff: staff.map(({ staffId, name, role }) => ({ staffId, name, role })),
    unlockedBy: person?.staffId ?? null,
  }
}

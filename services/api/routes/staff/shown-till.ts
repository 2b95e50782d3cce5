import type { z } from 'zod'
import type { tillSchema } from '#contracts/rights/staff-calls.ts'
import type { Till } from '#businesses/staff/tills.ts'

export function shownTill({ tillId, name, branchId, locksAfterSeconds, pairedAt }: Till): z.infer<typeof tillSchema> {
  return { tillId, name, branchId, locksAfterSeconds, pairedAt: pairedAt?.toISOString() ?? null }
}

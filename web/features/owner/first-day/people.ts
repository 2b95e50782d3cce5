import type { z } from 'zod'
import { staffReplySchema } from '#contracts/rights/staff-calls.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'

/** People of the shop; undefined reads nothing. `businessId`: users.id. */
export const usePeople = (businessId: number | undefined): Reading<z.infer<typeof staffReplySchema>> =>
  useRead(businessId === undefined ? null : `/api/business/${businessId}/staff`, staffReplySchema)

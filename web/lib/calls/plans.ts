import type { Plans } from '#contracts/calls/billing.ts'
import { PLANS_READ } from '#contracts/pages/rendered-pages.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { objectWith } from '#web/lib/api/reply.ts'

export const plansReply = objectWith<Plans>('currency', 'plans', 'warningShare', 'yearlyRefundDays', 'trialMonths')

/** Checked without the schema library, because the price list is a public page. */
export const usePlans = (): Reading<Plans> => useRead(PLANS_READ, plansReply)

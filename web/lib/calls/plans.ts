import type { Plans } from '#contracts/calls/billing.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { objectWith } from '#web/lib/api/reply.ts'

export const plansReply = objectWith<Plans>('currency', 'plans', 'warningShare', 'yearlyRefundDays', 'trialMonths')

export const PLANS_PATH = '/api/billing/plans'

/** Checked without the schema library, because the price list is a public page. */
export const usePlans = (): Reading<Plans> => useRead(PLANS_PATH, plansReply)

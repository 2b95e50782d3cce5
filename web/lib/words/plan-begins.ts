import type { Invoice } from '#contracts/calls/billing.ts'
import type { Subscription } from '#contracts/calls/business.ts'

/**
 * From when on a plan holds that is paid for now, by the rules of the server (H38): at once; a renewal where the running period ends; and Starter, which
 * leaves the trial as it is, where the trial ends.
 */
export function planBegins(
  { isInTrial, periodEnd }: Pick<Subscription, 'isInTrial' | 'periodEnd'>,
  { plan, reason }: Pick<Invoice, 'plan' | 'reason'>,
  now: Date,
): 'atOnce' | 'nextPeriod' | 'afterTrial' {
  if (reason === 'renewal' && periodEnd !== null && new Date(periodEnd) > now) return 'nextPeriod'
  return isInTrial && plan === 'starter' ? 'afterTrial' : 'atOnce'
}

import type { Invoice } from '#contracts/calls/billing.ts'
import type { Subscription } from '#contracts/calls/business.ts'

/**
 * When a plan paid for now starts, by the server's rules (H38): at once; a renewal after the running period; Starter
 * after the trial.
 */
export function planBegins(
  { isInTrial, periodEnd }: Pick<Subscription, 'isInTrial' | 'periodEnd'>,
  { plan, reason }: Pick<Invoice, 'plan' | 'reason'>,
  now: Date,
): 'atOnce' | 'nextPeriod' | 'afterTrial' {
  if (reason === 'renewal' && periodEnd !== null && new Date(periodEnd) > now) return 'nextPeriod'
  return isInTrial && plan === 'starter' ? 'afterTrial' : 'atOnce'
}

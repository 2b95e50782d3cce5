import type { Invoice } from '#contracts/calls/billing.ts'
import type { Subscription } from '#contracts/calls/business.ts'

/**
 * When time paid for now starts, by the server's rules (H38): at once; a renewal after the running period; during the
 * trial after it.
 */
export function planBegins(
  { isInTrial, periodEnd }: Pick<Subscription, 'isInTrial' | 'periodEnd'>,
  { reason }: Pick<Invoice, 'reason'>,
  now: Date,
): 'atOnce' | 'nextPeriod' | 'afterTrial' {
  if (reason === 'renewal' && periodEnd !== null && new Date(periodEnd) > now) return 'nextPeriod'
  return isInTrial ? 'afterTrial' : 'atOnce'
}

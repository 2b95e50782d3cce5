/** State machine of a business (R150, H22); pure. Anything not listed is refused. */
import type { BusinessStatus } from '#contracts/calls/account/session.ts'

export type StatusAction = 'approve' | 'reject' | 'suspend' | 'reinstate' | 'expire' | 'pay' | 'close'

/**
 * Undefined if not allowed. `entitled`: trial or paid period runs, which decides the status after reinstatement.
 * Neither time nor payment ends a suspension.
 */
export function statusAfter(
  status: BusinessStatus,
  action: StatusAction,
  { entitled }: { entitled: boolean },
): BusinessStatus | undefined {
  switch (action) {
    case 'approve':
      return status === 'pending' ? 'active' : undefined
    case 'reject':
      return status === 'pending' ? 'rejected' : undefined
    case 'suspend':
      return status === 'active' || status === 'trial_expired' ? 'suspended' : undefined
    case 'reinstate':
      if (status !== 'suspended') return undefined
      return entitled ? 'active' : 'trial_expired'
    case 'expire':
      return status === 'active' && !entitled ? 'trial_expired' : undefined
    case 'pay':
      return status === 'active' || status === 'trial_expired' ? 'active' : undefined
    case 'close':
      return status === 'closed' ? undefined : 'closed'
  }
}

/**
 * Whether the trial or a paid period (open-ended without an end) covers a time. A period beginning later counts too:
 * either it follows a running trial, or it was just paid under a clock that is ahead.
 */
export function isEntitled(
  {
    trialEndDate,
    periodStart,
    periodEnd,
  }: { trialEndDate: Date | null; periodStart: Date | null; periodEnd: Date | null },
  at: Date,
): boolean {
  if (periodStart !== null && (periodEnd === null || periodEnd > at)) return true
  return (periodStart === null || periodStart > at) && trialEndDate !== null && trialEndDate > at
}

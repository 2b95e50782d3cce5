/** What a business's status may become (R150, H22): pure. Anything that is not written here is refused. */
import type { BusinessStatus } from '#contracts/calls/session.ts'

export type StatusAction = 'approve' | 'reject' | 'suspend' | 'reinstate' | 'expire' | 'pay' | 'close'

/**
 * The status after an action, or undefined where the action is not allowed. `entitled`: the trial or a paid period still runs;
 * it decides where a reinstated business lands. A suspension wins over all: neither time nor money changes it.
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
 * Whether a business has the right to take part at a moment: by its trial, or by a paid period (open-ended where it has no end). A period that
 * begins only after the moment entitles, too: where it was not paid for the time after a trial that still runs, it was paid while whoever asks was
 * under way already, or by a clock that is ahead of his, and nobody loses what he has just paid.
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

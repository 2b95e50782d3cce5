import i18next from 'i18next'
import { toast } from '#web/components/feedback/toast.tsx'
import type { VisitEnd } from '#web/lib/calls/staff/visit.ts'

/** For a visit that ended without the exit button. Needs the `staff` words. */
export function sayVisitEnded(end: VisitEnd): void {
  toast.success(i18next.t('visit.ended'), {
    description: i18next.t(end === 'expired' ? 'visit.timeOver' : 'visit.endedElsewhere'),
  })
}

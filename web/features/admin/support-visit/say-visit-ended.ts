import i18next from 'i18next'
import { toast } from '#web/components/feedback/toast.tsx'
import type { VisitEnd } from '#web/lib/calls/visit.ts'

/** Tells the administrator that the visit is over although nobody pressed the button. Speaks the words of `staff`. */
export function sayVisitEnded(end: VisitEnd): void {
  toast.success(i18next.t('visit.ended'), {
    description: i18next.t(end === 'expired' ? 'visit.timeOver' : 'visit.endedElsewhere'),
  })
}

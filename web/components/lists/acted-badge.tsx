import { Eye, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SupportVisit } from '#contracts/calls/staff/impersonation.ts'
import { Badge } from './badge.tsx'

/** Whether a support visit ever acted: switching back to viewing undoes nothing (H31). */
export function ActedBadge({
  visit,
  acted,
  looked,
}: {
  visit: Pick<SupportVisit, 'actingSince'>
  acted: string
  looked: string
}): ReactNode {
  const didAct = visit.actingSince !== null
  const Icon = didAct ? PencilLine : Eye
  return (
    <Badge tone={didAct ? 'apricot' : 'neutral'} icon={<Icon aria-hidden className="size-4" />}>
      {didAct ? acted : looked}
    </Badge>
  )
}

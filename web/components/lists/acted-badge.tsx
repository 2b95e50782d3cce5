import { Eye, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SupportVisit } from '#contracts/calls/impersonation.ts'
import { Badge } from './badge.tsx'

/** Whether a visit of support only looked, or acted at any moment: stepping back to looking takes nothing back (H31). */
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

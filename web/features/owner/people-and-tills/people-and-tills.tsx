import type { ReactNode } from 'react'
import { PeopleCard } from './people-card.tsx'
import { TillsCard } from './tills-card.tsx'

export function PeopleAndTills({ businessId }: { businessId: number }): ReactNode {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <PeopleCard businessId={businessId} />
      <TillsCard businessId={businessId} />
    </div>
  )
}

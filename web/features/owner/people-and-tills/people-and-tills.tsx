import type { ReactNode } from 'react'
import { BranchesCard } from './branches-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { TillsCard } from './tills-card.tsx'

export function PeopleAndTills({ businessId }: { businessId: number }): ReactNode {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <PeopleCard businessId={businessId} />
      <div className="flex flex-col gap-4">
        <TillsCard businessId={businessId} />
        <BranchesCard businessId={businessId} />
      </div>
    </div>
  )
}

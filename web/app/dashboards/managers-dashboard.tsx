import type { ReactNode } from 'react'
import { businessOf } from '#web/lib/session/business-of.ts'
import { useUser } from '#web/lib/session/session.ts'
import { ClosedToManager } from '../frames/closed-to-manager.tsx'
import { NothingHere } from '../frames/nothing-here.tsx'
import BusinessDashboard from './business-dashboard.tsx'
import BusinessLive from './business-live.tsx'

/** The business's dashboard without the owner's parts. `isClosed`: its plan has expired. */
export default function ManagersDashboard({ isClosed = false }: { isClosed?: boolean }): ReactNode {
  const user = useUser()
  const businessId = businessOf(user)
  if (isClosed) return <ClosedToManager />
  if (!user || businessId === undefined) return <NothingHere />
  return (
    <>
      <BusinessDashboard user={user} businessId={businessId} />
      <BusinessLive businessId={businessId} />
    </>
  )
}

import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'
import { lazyPage } from '#web/lib/api/lazy-page.ts'
import { openOffline } from '#web/lib/api/open-offline.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useTrialExpired, useUser } from '#web/lib/session/session.ts'
import { ExpiredTrial } from '../frames/expired-trial.tsx'
import { SignInScreen } from '../frames/entry/sign-in-screen.tsx'

const BusinessDashboard = lazyPage(() => import('../dashboards/business-dashboard.tsx'), [])
const ManagersDashboard = lazyPage(() => import('../dashboards/managers-dashboard.tsx'), [])
const BuyerDashboard = lazyPage(() => import('../dashboards/buyer-dashboard.tsx'), [])
const StaffDashboard = lazyPage(() => import('../dashboards/staff-dashboard.tsx'), ['audit'])
/** Loads after the counter, which does not need it. */
const BusinessLive = lazy(() => fetchPatiently(() => import('../dashboards/business-live.tsx')))

/** A screen per role; a visitor signs in here (R18). */
export default function DashboardPage(): ReactNode {
  const user = useUser()
  const trialExpired = useTrialExpired()
  useEffect(openOffline, [])
  if (user === undefined) return <LoadingScreen />
  if (user === null) return <SignInScreen />
  if (user.role === 'business' && trialExpired) return <ExpiredTrial businessId={user.id} />
  if (user.role === 'manager' && trialExpired) return <ManagersDashboard isClosed />
  return <ReadProvider userId={user.id}>{dashboardOf(user)}</ReadProvider>
}

function dashboardOf(user: SessionUser): ReactNode {
  switch (user.role) {
    case 'business':
      return (
        <>
          <BusinessDashboard user={user} businessId={user.id} />
          <Suspense>
            <BusinessLive businessId={user.id} />
          </Suspense>
        </>
      )
    case 'manager':
      return <ManagersDashboard />
    case 'buyer':
      return <BuyerDashboard user={user} />
    case 'admin':
    case 'auditor':
      return <StaffDashboard user={user} />
  }
}

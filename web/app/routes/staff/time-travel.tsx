import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { StartVisitButton } from '#web/features/admin/start-visit/start-visit-button.tsx'
import { TimeTravel } from '#web/features/admin/time-travel/time-travel.tsx'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useUser } from '#web/lib/session/session.ts'
import { useVisit } from '#web/lib/session/visit-state.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useBusinessToVisit } from '#web/lib/calls/staff/visit.ts'
import { signInAndBack } from '#web/lib/session/way-back.ts'
import NotFoundPage from '../not-found.tsx'

/**
 * ?position|at&buyer: for an administrator on a visit to this business. Other administrators start a visit first and
 * land at the same moment; for anyone else the page does not exist.
 */
export default function TimeTravelPage(): ReactNode {
  const user = useUser()
  const visit = useVisit()
  const { id = '' } = useParams()
  if (user === undefined) return <LoadingScreen />
  if (!/^[1-9]\d{0,8}$/.test(id)) return <NotFoundPage />
  if (user === null) return <SignInFirst />
  const businessId = Number(id)
  if (visit)
    return visit.businessUser.id === businessId ? (
      <Past businessId={businessId} userId={user.id} name={visit.businessProfile.businessName} />
    ) : (
      <OtherVisit name={visit.businessProfile.businessName} />
    )
  if (user.role === 'admin') {
    return (
      <ReadProvider userId={user.id}>
        <VisitFirst businessId={businessId} />
      </ReadProvider>
    )
  }
  return user.role === 'business' && visit === undefined ? <LoadingScreen /> : <NotFoundPage />
}

function Past({ businessId, userId, name }: { businessId: number; userId: number; name: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <ReadProvider userId={userId}>
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pb-4 sm:px-6">
        <PageHead title={t('travel.title', { name })} />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h1 className="py-1 text-title font-bold">{t('travel.title', { name })}</h1>
          <Link to="/dashboard" className={buttonLook('quiet', 'regular', '-mx-3 px-3')}>
            {t('travel.toDashboard')}
          </Link>
        </div>
        <TimeTravel businessId={businessId} />
      </div>
    </ReadProvider>
  )
}

/** A shared moment asks for the visit's reason first. */
function VisitFirst({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const nameOf = useBusinessName()
  return (
    <Gate title={t('travel.gateTitle')}>
      <p className="mb-4 text-ink-soft">{t('travel.gateText')}</p>
      <ReadingState reading={useBusinessToVisit(businessId)}>
        {({ businessName, status }) => (
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="text-lead font-semibold wrap-anywhere">
              {nameOf({ businessName, closed: status === 'closed' })}
            </p>
            {status !== 'closed' && (
              <StartVisitButton business={{ id: businessId, businessName }} to={pathname + search} />
            )}
          </div>
        )}
      </ReadingState>
    </Gate>
  )
}

function OtherVisit({ name }: { name: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <Gate title={t('travel.otherTitle')}>
      <p>{t('travel.otherText', { name })}</p>
    </Gate>
  )
}

/** Leads to the staff's sign-in and back. */
function SignInFirst(): ReactNode {
  const { pathname, search } = useLocation()
  return <Navigate to={signInAndBack(pathname + search)} replace />
}

function Gate({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center px-4 py-8">
      <PageHead title={title} />
      <Card level="h1" title={title}>
        {children}
      </Card>
    </div>
  )
}

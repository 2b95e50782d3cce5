import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { BackLink } from '#web/components/brand/back-link.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { ViewOnly } from '#web/components/inputs/view-only.tsx'
import { EditBusinessForm } from '#web/features/owner/edit-business/edit-business-form.tsx'
import { useFullProfile } from '#web/features/owner/edit-business/edit-business.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useTrialExpired, useUser } from '#web/lib/session/session.ts'
import { BusinessFrame } from '../../frames/business-frame.tsx'
import { NothingHere } from '../../frames/nothing-here.tsx'

/** For businesses whose trial has not expired (R12, R180). */
export default function EditBusinessPage(): ReactNode {
  const user = useUser()
  const expired = useTrialExpired()
  if (user === undefined) return <LoadingScreen />
  if (user?.role !== 'business' || expired) return <NothingHere />
  return (
    <ReadProvider userId={user.id}>
      <BusinessFrame>
        <EditBusiness businessId={user.id} />
      </BusinessFrame>
    </ReadProvider>
  )
}

function EditBusiness({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pb-4 sm:px-6">
      <PageHead title={t('editBusiness.title')} />
      <div className="flex flex-col items-start gap-1">
        <BackLink to="/dashboard">{t('editBusiness.back')}</BackLink>
        <h1 className="text-title font-bold">{t('editBusiness.title')}</h1>
      </div>
      <ReadingState reading={useFullProfile(businessId)}>
        {(profile) => (
          <ViewOnly>
            <EditBusinessForm
              businessId={businessId}
              profile={profile}
              onDone={() => void navigate('/dashboard')}
              cancel={
                <Link to="/dashboard" className={buttonLook('secondary', 'large')}>
                  {t('editBusiness.back')}
                </Link>
              }
            />
          </ViewOnly>
        )}
      </ReadingState>
    </div>
  )
}

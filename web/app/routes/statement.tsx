import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { BackLink } from '#web/components/brand/back-link.tsx'
import { BusinessLogo } from '#web/components/brand/business-logo.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { StatementPage } from '#web/features/buyer/statement/statement-page.tsx'
import { useBuyerPoints } from '#web/lib/calls/buyer.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useUser } from '#web/lib/session/session.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { SignInScreen } from '../frames/entry/sign-in-screen.tsx'
import NotFoundPage from './not-found.tsx'

/** /statement/{business id}: for buyers; a visitor signs in first. */
export default function StatementRoute(): ReactNode {
  const user = useUser()
  const { id = '' } = useParams()
  if (user === undefined) return <LoadingScreen />
  if (user === null) return <SignInScreen />
  if (user.role !== 'buyer' || !/^[1-9]\d{0,8}$/.test(id)) return <NotFoundPage />
  return (
    <ReadProvider userId={user.id}>
      <OwnStatement user={user} businessId={Number(id)} />
    </ReadProvider>
  )
}

function OwnStatement({ user, businessId }: { user: SessionUser; businessId: number }): ReactNode {
  const { t } = useTranslation()
  const nameOf = useBusinessName()
  const points = useBuyerPoints(user.id).value
  const account = points?.find(({ business }) => business.id === businessId)
  const name = account && nameOf(account.business)
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pb-4 sm:px-6">
      <PageHead {...(name !== undefined && { title: `${t('statement.title')} · ${name}` })} />
      <BackLink to="/dashboard">{t('statement.back')}</BackLink>
      <div className="flex items-center gap-4">
        {account ? (
          <BusinessLogo logoUrl={account.business.logoUrl} name={account.business.closed ? '' : (name ?? '')} />
        ) : (
          !points && <Skeleton className="size-14 shrink-0" />
        )}
        <h1 className="min-w-0 text-title font-bold wrap-anywhere">
          {name === undefined ? t('statement.title') : t('statement.of', { name })}
        </h1>
      </div>
      {points && !account ? (
        <p className="text-ink-soft">{t('statement.notFoundText')}</p>
      ) : (
        <StatementPage key={businessId} buyerUserId={user.id} businessId={businessId} />
      )}
    </div>
  )
}

import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { isOwed } from '#contracts/calls/billing.ts'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { BackLink } from '#web/components/brand/back-link.tsx'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { PrintNote } from '#web/components/lists/print-note.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { CurrentPlan } from '#web/features/owner/choose-plan/current-plan.tsx'
import { PlanChooser } from '#web/features/owner/choose-plan/plan-chooser.tsx'
import { ConfirmAct } from '#web/features/person/confirm-act/confirm-act.tsx'
import { PerksToDelete } from '#web/features/owner/keep-perks/perks-to-delete.tsx'
import { Invoices } from '#web/features/owner/see-invoices/invoices.tsx'
import { OpenInvoices } from '#web/features/owner/see-invoices/open-invoices.tsx'
import { useInvoices } from '#web/lib/calls/billing.ts'
import { useBusinessProfile, useSubscription } from '#web/lib/calls/business.ts'
import { usePlans } from '#web/lib/calls/plans.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { setTrialExpired, setUser, useTrialExpired, useUser } from '#web/lib/session/session.ts'
import { NothingHere } from '../../frames/nothing-here.tsx'

const DeleteAccount = lazyPart(
  async () => ({ default: (await import('#web/features/person/delete-account/delete-account.tsx')).DeleteAccount }),
  [],
)

/** For businesses only (R11), including those with an expired trial (C1). */
export default function BillingPage(): ReactNode {
  const user = useUser()
  if (user === undefined) return <LoadingScreen />
  if (user?.role !== 'business') return <NothingHere />
  return (
    <ReadProvider userId={user.id}>
      <Billing user={user} />
    </ReadProvider>
  )
}

function Billing({ user }: { user: SessionUser }): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const businessId = user.id
  const expired = useTrialExpired()
  const plans = usePlans()
  const subscription = useSubscription(businessId)
  const { value: profile } = useBusinessProfile(businessId)
  const invoices = useInvoices(businessId)
  const owed = invoices.value?.find(isOwed)
  const bill = useRef<HTMLDivElement>(null)
  // A bill above the plans would push them down later.
  const waitsForBills = invoices.value === undefined && !invoices.error && !subscription.error

  // A confirmed payment reopens the rest of the product at once (C1).
  useEffect(() => {
    if (profile) setTrialExpired(profile.status === 'trial_expired')
  }, [profile])

  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pb-4 sm:px-6">
      <PageHead title={t('billing.title')} />
      <div className="flex flex-col items-start gap-1">
        {!expired && <BackLink to="/dashboard">{t('billing.toDashboard')}</BackLink>}
        <h1 className="text-title font-bold">{t('billing.title')}</h1>
      </div>
      <PrintNote name={profile?.businessName} />
      {/* The subscription tells which of the two has expired; the invoices tell whether to pay a bill or to choose a
          plan. */}
      {expired && subscription.value && (invoices.value || invoices.error) && (
        <Notice
          tone="alarm"
          icon={<TriangleAlert className="size-5" />}
          title={subscription.value.periodEnd ? t('billing.lapsedTitle') : t('errors.trial_expired')}
        >
          {owed ? t('billing.expiredPayText', { number: owed.number }) : t('billing.expiredText')}
        </Notice>
      )}
      <ReadingState
        reading={waitsForBills ? { ...subscription, value: undefined } : subscription}
        loading={<PlansLoading />}
      >
        {(own) => (
          <>
            <CurrentPlan businessId={businessId} subscription={own} />
            {/* Above the plans, because mails about bills lead here, and on a phone the plans fill three screens. */}
            <OpenInvoices businessId={businessId} place={bill} />
            <ReadingState reading={plans} loading={<OffersLoading />}>
              {(offers) => (
                <PlanChooser
                  businessId={businessId}
                  plans={offers}
                  subscription={own}
                  perks={<PerksToDelete businessId={businessId} />}
                  bill={bill}
                />
              )}
            </ReadingState>
          </>
        )}
      </ReadingState>
      <Invoices businessId={businessId} />
      <ConfirmAct />
      {/* No other page is open to it, and it must be able to leave (C1, H25). */}
      {expired && (
        <DeleteAccount
          user={user}
          onDone={() => {
            void navigate('/')
            setUser(null)
          }}
        />
      )}
    </div>
  )
}

/** Skeletons as high as the content, so that nothing shifts. */
function PlansLoading(): ReactNode {
  return (
    <>
      <Skeleton className="h-56 rounded-card sm:h-36" />
      <OffersLoading />
    </>
  )
}

function OffersLoading(): ReactNode {
  return (
    <div role="status" className="mt-18 grid gap-4 md:grid-cols-3">
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} className="h-84 rounded-card md:h-96" />
      ))}
    </div>
  )
}

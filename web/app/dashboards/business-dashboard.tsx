import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { PrintNote } from '#web/components/lists/print-note.tsx'
import { ViewOnly } from '#web/components/inputs/view-only.tsx'
import { AwardForm } from '#web/features/counter/award-points/award-form.tsx'
import { FirstDay, type FirstDayPages } from '#web/features/owner/first-day/first-day.tsx'
import { PerkGrid } from '#web/features/owner/keep-perks/perk-grid.tsx'
import { BusinessStatCards } from '#web/features/owner/see-business-stats/business-stats.tsx'
import { BuyersTable } from '#web/features/owner/see-buyers/buyers-table.tsx'
import { SupportVisitList } from '#web/features/owner/see-support-visits/support-visits.tsx'
import { SubscriptionCard } from '#web/features/owner/see-subscription/subscription-card.tsx'
import { SoundSwitch } from '#web/features/person/switch-sound/sound-switch.tsx'
import { RecentAwards } from '#web/features/counter/undo-award/recent-awards.tsx'
import { VerifyForm } from '#web/features/counter/verify-redemption/verify-form.tsx'
import { useBusinessProfile } from '#web/lib/calls/business.ts'
import { wakeSoundsByTouch } from '#web/lib/device/sounds.ts'
import { useIsOwner } from '#web/lib/session/business-of.ts'
import { BusinessFrame } from '../frames/business-frame.tsx'
import { BusinessLinks } from './business-links.tsx'

const FIRST_DAY_PAGES: FirstDayPages = {
  logo: '/edit-business',
  perk: '/perks',
  person: '/people-and-tills',
  poster: '/perks',
  award: '/counter',
}

/** The counter comes first (R72-R82). A manager sees nothing of plan, first day and support visits. */
export default function BusinessDashboard({ user, businessId }: { user: SessionUser; businessId: number }): ReactNode {
  const { t } = useTranslation()
  const { value: profile } = useBusinessProfile(businessId)
  const isOwner = useIsOwner()
  useEffect(wakeSoundsByTouch, [])
  const name = profile?.businessName ?? t('dashboard.title')
  return (
    <BusinessFrame>
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pb-4 sm:px-6">
        <PageHead title={name} />
        <PrintNote />
        <div className="-mb-2 flex items-center justify-between gap-x-4">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-4">
            <h1 className="min-w-0 text-title font-bold wrap-anywhere">{name}</h1>
            <p className="min-w-0 text-ink-soft wrap-anywhere">{t('dashboard.welcome', { name: user.firstName })}</p>
          </div>
          <SoundSwitch />
        </div>
        {isOwner && <FirstDay businessId={businessId} pages={FIRST_DAY_PAGES} />}
        <div className="grid items-start gap-4 lg:grid-cols-[1.45fr_1fr]">
          <div className="flex min-w-0 flex-col gap-4">
            <div className="contents print:hidden">
              <ViewOnly>
                <AwardForm businessId={businessId} />
                <VerifyForm businessId={businessId} />
              </ViewOnly>
            </div>
            <BusinessLinks slug={profile?.slug} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <RecentAwards businessId={businessId} />
            {isOwner && <SubscriptionCard businessId={businessId} />}
          </div>
        </div>
        <BusinessStatCards businessId={businessId} />
        <PerkGrid businessId={businessId} folds />
        <BuyersTable businessId={businessId} />
        {isOwner && <SupportVisitList businessId={businessId} />}
      </div>
    </BusinessFrame>
  )
}

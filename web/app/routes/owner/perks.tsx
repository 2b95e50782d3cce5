import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { SkeletonRows } from '#web/components/feedback/skeleton.tsx'
import { ViewOnly } from '#web/components/inputs/view-only.tsx'
import { PerkGrid } from '#web/features/owner/keep-perks/perk-grid.tsx'
import { Posters } from '#web/features/owner/print-posters/posters.tsx'
import { useIsOwner } from '#web/lib/session/business-of.ts'
import { BusinessOnly } from '../../frames/business-only.tsx'

const CardOrders = lazyPart(
  () => import('#web/features/owner/order-cards/card-orders.tsx'),
  [],
  <SkeletonRows rows={1} className="h-64" />,
)

/** The dashboard's perks on a page of their own, the sheets that bring buyers to them, and cards for the owner. */
export default function PerksPage(): ReactNode {
  const { t } = useTranslation()
  const isOwner = useIsOwner()
  return (
    <BusinessOnly title={t('businessNav.perks')} back={{ to: '/dashboard', label: t('billing.toDashboard') }}>
      {(businessId) => (
        <>
          <ViewOnly>
            <PerkGrid businessId={businessId} />
          </ViewOnly>
          <Posters businessId={businessId} />
          {isOwner && <CardOrders businessId={businessId} />}
        </>
      )}
    </BusinessOnly>
  )
}

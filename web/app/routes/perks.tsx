import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ViewOnly } from '#web/components/inputs/view-only.tsx'
import { PerkGrid } from '#web/features/owner/keep-perks/perk-grid.tsx'
import { Posters } from '#web/features/owner/print-posters/posters.tsx'
import { BusinessOnly } from '../frames/business-only.tsx'

/** The dashboard's perks on a page of their own, and the sheets that bring buyers to them. */
export default function PerksPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <BusinessOnly title={t('businessNav.perks')} back={{ to: '/dashboard', label: t('billing.toDashboard') }}>
      {(businessId) => (
        <>
          <ViewOnly>
            <PerkGrid businessId={businessId} />
          </ViewOnly>
          <Posters businessId={businessId} />
        </>
      )}
    </BusinessOnly>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BuyerVisitsTable } from '#web/features/owner/see-buyer-visits/buyer-visits.tsx'
import { BusinessOnly } from '../../frames/business-only.tsx'

export default function BuyersPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <BusinessOnly title={t('buyers.title')} back={{ to: '/dashboard', label: t('billing.toDashboard') }}>
      {(businessId) => <BuyerVisitsTable businessId={businessId} />}
    </BusinessOnly>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Figures } from '#web/features/owner/see-figures/figures.tsx'
import { BusinessOnly } from '../frames/business-only.tsx'

export default function FiguresPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <BusinessOnly title={t('figures.title')} back={{ to: '/dashboard', label: t('billing.toDashboard') }}>
      {(businessId) => <Figures businessId={businessId} />}
    </BusinessOnly>
  )
}

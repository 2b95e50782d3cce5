import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Figures } from '#web/features/owner/see-figures/figures.tsx'
import { BusinessOnly } from '../../frames/business-only.tsx'

export default function FiguresPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <BusinessOnly title={t('figures.title')} back={{ to: '/dashboard', label: t('billing.toDashboard') }}>
      {(businessId) => (
        <>
          <Link to="/reports" className={buttonLook('secondary', 'regular', 'self-start')}>
            <span>{t('figures.dayReport')}</span>
          </Link>
          <Figures businessId={businessId} />
        </>
      )}
    </BusinessOnly>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DayReport } from '#web/features/owner/see-day-report/day-report.tsx'
import { BusinessOnly } from '../../frames/business-only.tsx'

export default function ReportsPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <BusinessOnly title={t('dayReport.title')} back={{ to: '/figures', label: t('events.toFigures') }}>
      {(businessId) => <DayReport businessId={businessId} />}
    </BusinessOnly>
  )
}

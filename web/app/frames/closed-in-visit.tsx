import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/components/lists/card.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { useVisit } from '#web/lib/session/visit-state.ts'

/** A staff page opened during a visit, when the business is the current user. */
export function ClosedInVisit(): ReactNode {
  const { t } = useTranslation()
  const name = useVisit()?.businessProfile.businessName ?? ''
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center px-4 py-8">
      <PageHead title={t('visit.closedTitle')} />
      <Card level="h1" title={t('visit.closedTitle')}>
        <p>{t('visit.closedText', { name })}</p>
      </Card>
    </div>
  )
}

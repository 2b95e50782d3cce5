import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/components/lists/card.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { useVisit } from '#web/lib/session/visit-state.ts'

/**
 * What an address of the staff is for an administrator who is on a visit, for instance in another tab: the business is the current user until she
 * returns, and the page that she knows would seem to be gone.
 */
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

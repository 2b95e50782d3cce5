import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { askWho, setTrialExpired, useUser } from '#web/lib/session/session.ts'

/** Instead of a page of a business whose plan has expired: only the owner can pay. */
export function ClosedToManager(): ReactNode {
  const { t } = useTranslation()
  const business = useUser()?.manager?.businessName ?? ''

  // Still expired: the refusal of this call sets the flag again.
  function askAgain(): void {
    setTrialExpired(false)
    void askWho()
  }

  return (
    <NarrowPage title={t('managers.closedTitle')} description={t('managers.closedText', { business })}>
      <PageHead title={t('managers.closedTitle')} />
      <Button size="large" className="w-full" onClick={askAgain}>
        {t('managers.tryAgain')}
      </Button>
    </NarrowPage>
  )
}

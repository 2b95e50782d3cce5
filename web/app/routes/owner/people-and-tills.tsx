import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PeopleAndTills } from '#web/features/owner/people-and-tills/people-and-tills.tsx'
import { ConfirmAct } from '#web/features/person/confirm-act/confirm-act.tsx'
import { BusinessOnly } from '../../frames/business-only.tsx'

export default function PeopleAndTillsPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <BusinessOnly
      ofOwner
      title={t('peopleAndTills.title')}
      back={{ to: '/dashboard', label: t('billing.toDashboard') }}
    >
      {(businessId) => (
        <>
          <PeopleAndTills businessId={businessId} />
          <ConfirmAct />
        </>
      )}
    </BusinessOnly>
  )
}

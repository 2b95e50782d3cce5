import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { normaliseCode } from '#contracts/units/codes.ts'
import { BuyerCard } from '#web/features/owner/see-buyer-visits/buyer-card.tsx'
import { EventList } from '#web/features/owner/see-events/event-list.tsx'
import { spacedCode } from '#web/lib/words/format.ts'
import { BusinessOnly } from '../../frames/business-only.tsx'

/** One buyer, with all movements at this business. */
export default function BuyerPage(): ReactNode {
  const { t } = useTranslation()
  const code = normaliseCode(useParams()['code'] ?? '')
  return (
    <BusinessOnly
      title={t('buyerVisits.page', { code: spacedCode(code) })}
      back={{ to: '/buyers', label: t('buyerVisits.toList') }}
    >
      {(businessId) => (
        <BuyerCard key={code} businessId={businessId} code={code}>
          {(buyerId) => (
            <EventList
              businessId={businessId}
              filter={{ buyer: String(buyerId), types: [] }}
              title={t('buyerVisits.movements')}
            />
          )}
        </BuyerCard>
      )}
    </BusinessOnly>
  )
}

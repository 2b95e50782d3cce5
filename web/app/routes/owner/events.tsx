import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { movementTypeSchema } from '#contracts/calls/figures.ts'
import { EventList } from '#web/features/owner/see-events/event-list.tsx'
import { BusinessOnly } from '../../frames/business-only.tsx'

/** The address holds the filter. */
export default function EventsPage(): ReactNode {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const types = query.getAll('type').flatMap((type) => {
    const known = movementTypeSchema.safeParse(type)
    return known.success ? [known.data] : []
  })
  const filter = {
    day: query.get('day') ?? undefined,
    month: query.get('month') ?? undefined,
    buyer: query.get('buyer') ?? undefined,
    types,
  }
  return (
    <BusinessOnly title={t('events.page')} back={{ to: '/figures', label: t('events.toFigures') }}>
      {(businessId) => <EventList key={query.toString()} businessId={businessId} filter={filter} />}
    </BusinessOnly>
  )
}

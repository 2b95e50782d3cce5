import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StoredEvent } from '#contracts/calls/staff/audit.ts'
import { parseAccountStream } from '#contracts/events/ledger-events.ts'
import { Card } from '#web/components/lists/card.tsx'
import { DownloadLink } from '#web/components/inputs/download-link.tsx'
import { movementsAddress, useAccountChecked } from '#web/lib/calls/staff/audit.ts'
import { provenStatementFile } from '#web/lib/calls/proven-statement.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const LINK = 'inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4'

/** Redemption codes are masked (H13). */
export function StoredEventCard({ event }: { event: StoredEvent }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const account = parseAccountStream(event.stream)
  const lines = [
    [t('eventPlaces.type'), event.type],
    [t('eventPlaces.stream'), event.stream],
    [t('eventPlaces.revision'), String(event.revision)],
    [t('eventPlaces.position'), event.position],
    [t('eventPlaces.storedAt'), `${format.moment(new Date(event.storedAt))} (${event.storedAt})`],
    [t('eventPlaces.id'), event.id],
    [t('eventPlaces.leaf'), event.leaf === null ? t('audit.noLeaf') : String(event.leaf)],
  ] as const
  return (
    <Card title={t('audit.stored')} className="min-w-0">
      <dl data-testid="stored-event" className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_1fr]">
        {lines.map(([term, text]) => (
          <div key={term} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
            <dt className="text-ink-soft">{term}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <Json title={t('audit.data')} value={event.data} />
      <Json title={t('audit.metadata')} value={event.metadata} />
      {account && <Account {...account} />}
    </Card>
  )
}

function Json({ title, value }: { title: string; value: object }): ReactNode {
  return (
    <section aria-label={title} className="mt-4">
      <h3 className="mb-1 font-semibold">{title}</h3>
      <pre className="overflow-x-auto font-sans rounded-field bg-tuff px-4 py-3 text-small" tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  )
}

function Account({ businessId, buyerId }: { businessId: number; buyerId: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { value } = useAccountChecked(businessId, buyerId)
  return (
    <div className="mt-4 border-t border-line pt-3">
      {value && (
        <p className="text-ink-soft">
          {value.lastCheckedAt === null
            ? t('audit.neverChecked')
            : t(value.agrees === false ? 'audit.checkedWrong' : 'audit.checkedRight', {
                moment: format.moment(new Date(value.lastCheckedAt)),
              })}
        </p>
      )}
      <div className="flex flex-wrap gap-x-6">
        <Link to={movementsAddress({ business: String(businessId), buyer: String(buyerId) })} className={LINK}>
          {t('audit.account')}
        </Link>
        <DownloadLink href={provenStatementFile(businessId, buyerId)} className={LINK}>
          {t('audit.accountStatement')}
        </DownloadLink>
      </div>
    </div>
  )
}

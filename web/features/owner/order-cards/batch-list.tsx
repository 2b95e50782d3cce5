import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CardBatch } from '#contracts/calls/cards.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { LANGUAGE_TAGS } from '#contracts/pages/page-metadata.ts'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { DownloadLink } from '#web/components/inputs/download-link.tsx'
import { Pager } from '#web/components/lists/pager.tsx'
import { cardSheetUrl, cardTableUrl } from '#web/lib/calls/cards.ts'
import { usePage } from '#web/lib/reads/use-page.ts'
import { useVisit } from '#web/lib/session/visit-state.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const LANGUAGES: readonly Language[] = ['am', 'en']
const LOOK = buttonLook('secondary')

/** Orders, newest first: how many of their cards are in use, never whose. */
export function BatchList({ businessId, batches }: { businessId: number; batches: readonly CardBatch[] }): ReactNode {
  const { t } = useTranslation()
  const page = usePage(batches)
  return (
    <section aria-label={t('cardOrders.orders')}>
      <h3 className="font-bold">{t('cardOrders.orders')}</h3>
      <ul data-testid="card-batches" className="divide-y divide-line">
        {page.items.map((batch) => (
          <li key={batch.batchId} className="flex flex-col gap-2 py-4 last:pb-0">
            <Batch batch={batch} />
            <Files businessId={businessId} batch={batch} />
          </li>
        ))}
      </ul>
      <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={t('cardOrders.orders')} />
    </section>
  )
}

function Batch({ batch: { cards, orderedAt, used, claimed } }: { batch: CardBatch }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const states = [
    ['used', used],
    ['claimed', claimed],
  ] as const
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{t('cardOrders.cards', { count: cards, cards: format.integer(cards) })}</span>
        <span className="text-small text-ink-soft">{format.moment(new Date(orderedAt))}</span>
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
        {states.map(([state, number]) => (
          <div key={state} className="flex gap-x-2">
            <dt className="text-ink-soft">{t(`cardOrders.${state}`)}</dt>
            <dd className="font-semibold">{format.integer(number)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** For 24 hours, and never during a support visit: they hold the secret codes. */
function Files({
  businessId,
  batch: { batchId, orderedAt, filesUntil },
}: {
  businessId: number
  batch: CardBatch
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const isVisit = Boolean(useVisit())
  if (filesUntil === null) return <p className="text-small text-ink-soft">{t('cardOrders.gone')}</p>
  if (isVisit) return <p className="text-small text-ink-soft">{t('cardOrders.notInVisit')}</p>
  const ofOrder = <span className="sr-only">{format.moment(new Date(orderedAt))}</span>
  const icon = <Download aria-hidden className="size-5" />
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {LANGUAGES.map((language) => (
          <DownloadLink key={language} href={cardSheetUrl(businessId, batchId, language)} icon={icon} className={LOOK}>
            <span>{t('cardOrders.sheet')}</span>
            <span lang={LANGUAGE_TAGS[language]}>{t(`language.${language}`)}</span>
            {ofOrder}
          </DownloadLink>
        ))}
        <DownloadLink href={cardTableUrl(businessId, batchId)} icon={icon} className={LOOK}>
          <span>{t('cardOrders.table')}</span>
          {ofOrder}
        </DownloadLink>
      </div>
      <p className="max-w-prose text-small text-ink-soft">
        {t('cardOrders.until', { moment: format.moment(new Date(filesUntil)) })}
      </p>
    </>
  )
}

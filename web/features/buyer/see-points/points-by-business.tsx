import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { BuyerPoints } from '#contracts/calls/buyer.ts'
import { BusinessLogo } from '#web/components/brand/business-logo.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { Pager } from '#web/components/lists/pager.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { useBuyerPoints } from '#web/lib/calls/buyer.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { usePage } from '#web/lib/reads/use-page.ts'

/** R58, R68. Says why a business's perks are unavailable (H25, H28): only what its page tells everyone. */
export function PointsByBusiness({ buyerUserId }: { buyerUserId: number }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('points.byBusiness')}>
      <ReadingState reading={useBuyerPoints(buyerUserId)}>
        {(points) => (points.length === 0 ? <NoPoints /> : <Rows points={points} />)}
      </ReadingState>
    </Card>
  )
}

function NoPoints(): ReactNode {
  const { t } = useTranslation()
  const way = (
    <Link
      to="/businesses"
      className="inline-flex min-h-11 items-center font-semibold text-pomegranate-text underline underline-offset-4"
    >
      {t('points.allBusinesses')}
    </Link>
  )
  return (
    <EmptyState title={t('points.emptyTitle')} way={way}>
      {t('points.emptyText')}
    </EmptyState>
  )
}

function Rows({ points }: { points: readonly BuyerPoints[] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useBusinessName()
  const page = usePage(points)
  return (
    <>
      <ul className="divide-y divide-line">
        {page.items.map((entry) => (
          <li key={entry.id} className="flex items-start gap-4 py-3 first:pt-0 last:pb-0">
            <BusinessLogo
              logoUrl={entry.business.logoUrl}
              name={entry.business.closed ? '' : entry.business.businessName}
              className="mt-2.5 size-12"
            />
            <div className="min-w-0 flex-1">
              {entry.business.closed ? (
                <p className="flex min-h-11 items-center font-medium">{nameOf(entry.business)}</p>
              ) : (
                <a
                  href={`/business/${entry.business.slug}`}
                  target="_blank"
                  rel="noopener"
                  aria-label={t('points.openPage', { name: nameOf(entry.business) })}
                  className="inline-flex min-h-11 items-center gap-1.5 font-medium wrap-anywhere hover:underline"
                >
                  <span>{nameOf(entry.business)}</span>
                  <ExternalLink aria-hidden className="size-4 shrink-0 text-ink-soft" />
                </a>
              )}
              <Link
                to={`/statement/${entry.business.id}`}
                aria-label={t('points.statementOf', { name: nameOf(entry.business) })}
                className="flex min-h-11 items-center text-small font-medium text-pomegranate-text hover:underline"
              >
                {t('points.statement')}
              </Link>
              {!entry.business.takesPart && (
                <p className="pb-1 text-small text-ink-soft">
                  {t(entry.business.closed ? 'redeem.gone' : 'redeem.notNow')}
                </p>
              )}
            </div>
            <span className="shrink-0 pt-2 text-lead font-bold">{format.points(toTenths(entry.points))}</span>
          </li>
        ))}
      </ul>
      <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={t('points.byBusiness')} />
    </>
  )
}

import { CloudOff, TriangleAlert } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { tenthsForAmount } from '#contracts/units/points.ts'
import { Button, buttonLook } from '#web/components/inputs/button.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { subscriptionPath } from '#web/lib/calls/business.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import type { WaitingAward } from '#web/lib/outbox/waiting-store.ts'
import { isLimitError } from './limit-error.ts'

export interface WaitingAwardsProps {
  awards: readonly WaitingAward[]
  /** False if the browser stores nothing, so that the awards are lost with the page. */
  isKept: boolean
  onRetry: (key: string) => void
  onDismiss: (key: string) => void
}

/** Waiting awards, and those refused after the cashier had gone on. */
export function WaitingAwards({ awards, isKept, onRetry, onDismiss }: WaitingAwardsProps): ReactNode {
  const { t } = useTranslation()
  const waiting = awards.filter((award) => award.refusal === null)
  const refused = awards.filter((award) => award.refusal !== null)
  return (
    <>
      {/* Rendered while empty: screen readers skip content that arrives with its live region. */}
      <div aria-live="polite" className="empty:-mt-3">
        {waiting.length > 0 && (
          <section
            data-testid="waiting-awards"
            aria-label={t('waiting.title')}
            className="rounded-field bg-apricot-soft px-4 py-3"
          >
            <p className="flex items-center gap-2 font-semibold text-apricot-text">
              <CloudOff aria-hidden className="size-5 shrink-0" />
              <span>{t('waiting.count', { count: waiting.length })}</span>
            </p>
            <ul className="mt-1">
              {waiting.map((award) => (
                <Line key={award.key} award={award} />
              ))}
            </ul>
            {!isKept && <p className="mt-1 font-semibold text-apricot-text">{t('waiting.stay')}</p>}
          </section>
        )}
      </div>
      {refused.map((award) => (
        <Refused key={award.key} award={award} onRetry={onRetry} onDismiss={onDismiss} />
      ))}
    </>
  )
}

function Line({ award: { key, body, madeAtMs } }: { award: WaitingAward }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const tenths = tenthsForAmount(body.amountSpent)
  return (
    <li data-key={key} className="flex flex-wrap justify-between gap-x-4 py-0.5">
      <span>
        <span translate="no" className="font-semibold">
          {spacedCode(body.buyerId)}
        </span>
        <span>{` · ${format.amd(body.amountSpent)} · ${t('points.amount', { count: tenths / 10, points: format.points(tenths) })}`}</span>
      </span>
      <span className="text-ink-soft">{format.moment(new Date(madeAtMs))}</span>
    </li>
  )
}

function Refused({
  award,
  onRetry,
  onDismiss,
}: { award: WaitingAward } & Omit<WaitingAwardsProps, 'awards' | 'isKept'>): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const error = award.refusal && new ApiError(0, award.refusal.code, award.refusal.message)
  const isLimit = isLimitError(error)

  // The plan's card was read before the limit was reported.
  useEffect(() => {
    if (isLimit) void refresh([subscriptionPath(award.businessId)])
  }, [isLimit, refresh, award.businessId])

  if (!error) return null
  return (
    <div role="alert" data-testid="refused-award" className="rounded-field bg-alarm-soft px-4 py-3">
      <p className="flex items-center gap-2 font-semibold text-alarm-text">
        <TriangleAlert aria-hidden className="size-5 shrink-0" />
        <span>{t('waiting.refused')}</span>
      </p>
      <ul className="mt-1">
        <Line award={award} />
      </ul>
      <p className="font-medium">{isLimit ? t('award.limitReached') : words.forError(error)}</p>
      {isLimit && <p>{t('award.upgradePlan')}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {isLimit && (
          <Link to="/billing" className={buttonLook()}>
            {t('subscription.upgrade')}
          </Link>
        )}
        <Button look="secondary" onClick={() => onRetry(award.key)}>
          {t('common.tryAgain')}
        </Button>
        <Button look="quiet" onClick={() => onDismiss(award.key)}>
          {t('waiting.dismiss')}
        </Button>
      </div>
    </div>
  )
}

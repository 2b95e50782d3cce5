import { ChartNoAxesColumn, Clock, CopyCheck } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { amountAmdSchema } from '#contracts/units/points.ts'
import { normaliseCode } from '#contracts/units/codes.ts'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { useSubscription } from '#web/lib/calls/business.ts'
import { useRecentAwards } from '#web/lib/calls/counter.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { serverNow, useClockAhead, watchServerClock } from '#web/lib/outbox/server-clock.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const MINUTE_MS = 60_000
/** A larger clock error is reported: an award may land in another day or month. */
const CLOCK_TOLD_MS = 5 * MINUTE_MS
/** Two tills that take the same purchase do so within this time. */
const JUST_NOW_MS = MINUTE_MS

export function AwardNotices({ businessId, isTill = false }: { businessId: number; isTill?: boolean }): ReactNode {
  const { t } = useTranslation()
  const { value: plan } = useSubscription(businessId, { isAsked: !isTill })
  const aheadMs = useClockAhead()
  useEffect(watchServerClock, [])
  const isFull =
    plan !== undefined && plan.transactionLimit !== null && plan.currentTransactionCount >= plan.transactionLimit
  const minutes = Math.round(Math.abs(aheadMs) / MINUTE_MS)
  return (
    <>
      {isFull && (
        <Notice
          tone="alarm"
          icon={<ChartNoAxesColumn className="size-5" />}
          title={t('award.limitReached')}
          action={
            <Link to="/billing" className={buttonLook('secondary')}>
              {t('subscription.upgrade')}
            </Link>
          }
        >
          {t('award.upgradePlan')}
        </Notice>
      )}
      {Math.abs(aheadMs) >= CLOCK_TOLD_MS && (
        <Notice
          icon={<Clock className="size-5" />}
          title={t(aheadMs > 0 ? 'clock.ahead' : 'clock.behind', { count: minutes })}
        >
          {t('clock.corrected')}
        </Notice>
      )}
    </>
  )
}

/** A hint that another till has just awarded the same amount to the same buyer. `own`: awards of this one. */
export function SameElsewhere({
  businessId,
  code,
  amount,
  own,
}: {
  businessId: number
  code: string
  amount: string
  own: ReadonlySet<string>
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { value: awards } = useRecentAwards(businessId)
  const parsed = amountAmdSchema.safeParse(amount)
  const same = awards?.find(
    ({ awardId, buyerId, amountSpent, recordedAt, voided }) =>
      parsed.success &&
      buyerId === normaliseCode(code) &&
      amountSpent === parsed.data &&
      voided === null &&
      !own.has(awardId) &&
      serverNow() - Date.parse(recordedAt) < JUST_NOW_MS,
  )
  return (
    <div role="status" className="empty:-mt-3">
      {same && (
        <p className="flex items-start gap-2 rounded-field bg-apricot-soft px-4 py-2.5 font-medium text-apricot-text">
          <CopyCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
          <span>
            {t('award.sameElsewhere', { code: spacedCode(same.buyerId), amount: format.amd(same.amountSpent) })}
          </span>
        </p>
      )}
    </div>
  )
}

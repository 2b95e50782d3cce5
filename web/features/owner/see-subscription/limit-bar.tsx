import { Infinity as InfinityIcon, TriangleAlert } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '#web/components/feedback/progress-bar.tsx'
import { classNames } from '#web/lib/device/class-names.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { limitState } from './limit-state.ts'

/** No limit shows infinity and no bar (R77-R79). `upgrade` appears at the limit. */
export function LimitBar({
  label,
  current,
  limit,
  upgrade,
}: {
  label: string
  current: number
  limit: number | null
  upgrade?: ReactElement
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  if (limit === null) {
    return (
      <div className="flex items-center justify-between gap-4">
        <span>{label}</span>
        <span className="flex items-center gap-2 font-semibold">
          <span>{format.integer(current)}</span>
          <span aria-hidden>/</span>
          <InfinityIcon role="img" aria-label={t('subscription.unlimited')} className="size-5" />
        </span>
      </div>
    )
  }
  const state = limitState(current, limit)
  const text = t('subscription.used', { current: format.integer(current), limit: format.integer(limit) })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <span>{label}</span>
        <span className="shrink-0 font-semibold whitespace-nowrap">{`${format.integer(current)} / ${format.integer(limit)}`}</span>
      </div>
      <ProgressBar share={limit === 0 ? 1 : current / limit} label={label} text={text} tone={state} />
      {state !== 'calm' && (
        <p
          className={classNames(
            'flex items-start gap-1.5 text-small font-medium',
            state === 'full' ? 'text-alarm-text' : 'text-apricot-text',
          )}
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{state === 'full' ? t('subscription.limitReached') : t('subscription.limitNear')}</span>
        </p>
      )}
      {state === 'full' && upgrade}
    </div>
  )
}

import { Check, TriangleAlert } from 'lucide-react'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plans } from '#contracts/calls/billing.ts'
import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'

export interface TooSmallProps {
  /** Gets the focus after the choice. */
  place: RefObject<HTMLElement | null>
  choice: { plan: Plan; cycle: Cycle }
  plans: Plans
  /** Present number of perks. */
  perks: number
  onChoose: () => void
  /** Deletes perks; an expired business has no other place for it (C1). */
  children: ReactElement | null
}

/** R155: perks to delete before the chosen plan can start; then repeats the choice. */
export function TooSmall({
  place,
  choice: { plan, cycle },
  plans,
  perks,
  onChoose,
  children,
}: TooSmallProps): ReactNode {
  const { t } = useTranslation()
  const limit = plans.plans.find((offer) => offer.plan === plan)?.perkLimit ?? null
  const excess = limit === null ? 0 : Math.max(0, perks - limit)
  const name = t(`planWithCycle.${cycle}`, { plan: t(`plans.${plan}`) })
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={name}
      className="flex w-full scroll-mt-4 flex-col gap-4"
      data-testid="perks-to-delete"
    >
      {excess > 0 ? (
        <Notice
          tone="alarm"
          icon={<TriangleAlert className="size-5" />}
          title={t('billing.tooManyTitle', { plan: t(`plans.${plan}`) })}
        >
          {t('billing.tooManyText', { count: excess })}
        </Notice>
      ) : (
        <Notice
          tone="good"
          icon={<Check className="size-5" />}
          title={t('billing.fitsTitle', { plan: t(`plans.${plan}`) })}
          action={<Button onClick={onChoose}>{t('billing.chooseNow', { plan: name })}</Button>}
        />
      )}
      {excess > 0 && children}
    </section>
  )
}

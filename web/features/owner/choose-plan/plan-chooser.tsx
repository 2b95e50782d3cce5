import { useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { isOwed, type Plans } from '#contracts/calls/billing.ts'
import type { Subscription } from '#contracts/calls/business.ts'
import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import { priceOf } from '#contracts/units/price.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { Badge } from '#web/components/lists/badge.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { CycleSwitch } from '#web/components/inputs/cycle-switch.tsx'
import { PlanCard } from '#web/components/lists/plan-card.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { changePlan, readsAfterBilling, useInvoices } from '#web/lib/calls/billing.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { planBegins } from '#web/lib/words/plan-begins.ts'
import { PLANS_READ } from '#contracts/pages/rendered-pages.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { isPaid, planStep, type PlanStep } from './plan-step.ts'
import { TooSmall } from './too-small.tsx'

export interface PlanChooserProps {
  businessId: number
  plans: Plans
  subscription: Subscription
  /** Deletes perks, shown while there are too many for the chosen plan (R155). */
  perks: ReactElement | null
  /** The open bill, if any. */
  bill: RefObject<HTMLElement | null>
}

interface Choice {
  plan: Plan
  cycle: Cycle
  /** The running plan cannot be chosen. */
  step: Exclude<PlanStep, 'current'>
  priceAmd: number
}

/** Nothing changes without a confirmation (H38). */
export function PlanChooser({ businessId, plans, subscription, perks, bill }: PlanChooserProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const paid = useNow((now) => isPaid(subscription, now))
  const [cycle, setCycle] = useState<Cycle>(subscription.billingCycle)
  const [choice, setChoice] = useState<Choice>()
  const [tooSmall, setTooSmall] = useState<Choice>()
  const { busy, during } = useBusy()
  // The next step is above the plans, out of view, so it gets the focus.
  const toDelete = useRef<HTMLElement>(null)
  const next = useRef<RefObject<HTMLElement | null>>(undefined)
  const action = useAction((wanted: { plan: Plan; cycle: Cycle }, key: string) => changePlan(businessId, wanted, key))

  /** Another page may have chosen meanwhile, so the confirmation uses refreshed data. */
  function ask(wanted: Choice): void {
    setChoice(wanted)
    void refresh([...readsAfterBilling(businessId), PLANS_READ])
  }

  async function choose(wanted: Choice): Promise<void> {
    next.current = undefined
    try {
      const { outcome } = await action.run({ plan: wanted.plan, cycle: wanted.cycle })
      setTooSmall(undefined)
      if (outcome === 'awaiting_payment') next.current = bill
      toast.success(t(`planOutcomes.${outcome}`), { durationMs: LONG_TOAST_MS })
    } catch (error) {
      const isTooSmall = error instanceof ApiError && (error.perksToDelete ?? 0) > 0
      setTooSmall(isTooSmall ? wanted : undefined)
      if (isTooSmall) next.current = toDelete
      if (!isTooSmall)
        toast.error(t('billing.changeFailed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    await refresh(readsAfterBilling(businessId))
    setChoice(undefined)
  }

  const open = useInvoices(businessId).value?.find(isOwed)
  const untilDay = subscription.periodEnd === null ? '' : format.untilDay(new Date(subscription.periodEnd))
  const keepsTrial = useNow(
    (now) => choice !== undefined && planBegins(subscription, { reason: 'change' }, now) === 'afterTrial',
  )
  // After the confirmation, the open bill is the choice's own.
  const asked = useLast(choice && !busy ? meaning(asOfNow(choice)) : undefined)
  return (
    <div className="flex flex-col items-center gap-4">
      <CycleSwitch cycle={cycle} onChoose={setCycle} />
      {tooSmall && (
        <TooSmall
          place={toDelete}
          choice={tooSmall}
          plans={plans}
          perks={subscription.currentPerkCount}
          onChoose={() => ask(tooSmall)}
        >
          {perks}
        </TooSmall>
      )}
      <div className="grid w-full gap-4 md:grid-cols-3">
        {plans.plans.map((offer) => {
          const step = planStep(subscription, { plan: offer.plan, cycle }, paid)
          const isOwn = paid && offer.plan === subscription.subscriptionPlan
          return (
            <PlanCard
              key={offer.plan}
              offer={offer}
              cycle={cycle}
              marked={isOwn && <Badge tone="pomegranate">{t('billing.current')}</Badge>}
            >
              <Button
                look={step === 'upgrade' || (step === 'choose' && offer.plan === 'standard') ? 'primary' : 'secondary'}
                size="large"
                disabled={step === 'current'}
                onClick={() =>
                  step !== 'current' && ask({ plan: offer.plan, cycle, step, priceAmd: priceOf(offer, cycle) })
                }
              >
                <span>{t(`planSteps.${step}`)}</span>
                <span className="sr-only">{t(`plans.${offer.plan}`)}</span>
              </Button>
            </PlanCard>
          )
        })}
      </div>
      <AlertDialog
        open={choice !== undefined}
        title={choice ? t(`planWithCycle.${choice.cycle}`, { plan: t(`plans.${choice.plan}`) }) : ''}
        description={choice && asked}
        stay={t('billing.back')}
        go={t('billing.confirm')}
        busy={busy}
        onStay={() => setChoice(undefined)}
        onGo={() => choice && void during(() => choose(choice))}
        onCloseFocus={(event) => {
          const place = next.current?.current
          next.current = undefined
          if (!place) return
          event.preventDefault()
          place.focus()
        }}
      />
    </div>
  )

  /** A choice that has become the running plan stays, and the server refuses it. */
  function asOfNow(wanted: Choice): Choice {
    const step = planStep(subscription, wanted, paid)
    const offer = plans.plans.find(({ plan }) => plan === wanted.plan)
    return {
      ...wanted,
      step: step === 'current' ? wanted.step : step,
      priceAmd: offer ? priceOf(offer, wanted.cycle) : wanted.priceAmd,
    }
  }

  /** Effect of the choice; warns that an open bill is withdrawn and must not be paid. */
  function meaning({ step, priceAmd }: Choice): string {
    const isBought = step === 'choose' || step === 'upgrade'
    const startsLater = isBought && keepsTrial
    const words = [
      t(startsLater ? `planConfirmInTrial.${step}` : `planConfirm.${step}`, { price: format.amd(priceAmd), untilDay }),
    ]
    if (open && step !== 'withdraw') words.push(t('planConfirm.withdraws', { number: open.number }))
    return words.join(' ')
  }
}

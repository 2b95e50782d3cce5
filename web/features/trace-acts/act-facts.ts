import { useTranslation } from 'react-i18next'
import type { AuditAct } from '#contracts/audit.ts'
import { planSchema } from '#contracts/plans.ts'

/** What a reader of the list wants to know of an event beside its name: which plan, which perk, why. All of it stands in the event itself. */
export function useActFacts(): (act: AuditAct) => string {
  const { t } = useTranslation()
  const planOf = (value: unknown): string | undefined => {
    const plan = planSchema.safeParse(value)
    return plan.success ? t(`plans.${plan.data}`) : undefined
  }
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return ({ data }) => {
    const plans = [planOf(data['fromPlan']), planOf(data['toPlan'])].filter((plan) => plan !== undefined).join(' → ')
    const names = Array.isArray(data['names']) ? data['names'].join(', ') : ''
    const reason = text(data['reason'])
    return [plans, planOf(data['plan']), text(data['name']), names, reason === undefined ? '' : t('audit.visitReason', { reason })]
      .filter((part) => part !== undefined && part !== '')
      .join(' · ')
  }
}

import { useTranslation } from 'react-i18next'
import type { AuditAct } from '#contracts/calls/staff/audit.ts'
import { cycleSchema, planSchema } from '#contracts/pages/plans.ts'

const SETTINGS = ['plans', 'auto_approve', 'redemption_ttl', 'seller'] as const

/** Details of an event beside its name (plan, perk, reason), all from the event itself. */
export function useActFacts(): (act: AuditAct) => string {
  const { t } = useTranslation()
  const planOf = (plan: unknown, cycle?: unknown): string | undefined => {
    const [known, paidBy] = [planSchema.safeParse(plan), cycleSchema.safeParse(cycle)]
    if (!known.success) return undefined
    const name = t(`plans.${known.data}`)
    return paidBy.success ? t(`planWithCycle.${paidBy.data}`, { plan: name }) : name
  }
  /** An unknown setting keeps the log's name. */
  const settingOf = (name: unknown): string => {
    const known = SETTINGS.find((one) => one === name)
    return known === undefined ? String(name) : t(`audit.settings.${known}`)
  }
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return ({ data }) => {
    const [from, to] = [planOf(data['fromPlan'], data['fromCycle']), planOf(data['toPlan'], data['toCycle'])]
    const plans = from === undefined || to === undefined ? undefined : t('audit.planBefore', { from, to })
    const names = Array.isArray(data['names']) ? data['names'].map(settingOf).join(', ') : ''
    const reason = text(data['reason'])
    return [
      plans,
      planOf(data['plan']),
      text(data['name']),
      names,
      reason === undefined ? '' : t('audit.visitReason', { reason }),
    ]
      .filter((part) => part !== undefined && part !== '')
      .join(' · ')
  }
}

import type { Settings } from '#contracts/calls/staff/admin-settings.ts'
import { PLANS_IN_ORDER, type PlanTerms } from '#contracts/pages/plans.ts'
import type { AdminEvent } from '#contracts/events/support-events.ts'
import { canonicalText } from '#contracts/verify/canonical.ts'

type Changed = Omit<Extract<AdminEvent, { type: 'SettingsChanged' }>['data'], 'reason'>

const TERMS = ['monthlyAmd', 'yearlyAmd', 'perks', 'transactions'] as const satisfies readonly (keyof PlanTerms)[]

/** Only the changed settings, for the log (H37). */
export function settingsChanges(before: Settings, after: Settings): Changed {
  const terms = PLANS_IN_ORDER.flatMap((plan) =>
    TERMS.map((term) => ({
      name: `plans.${plan}.${term}`,
      from: text(before.plans[plan][term]),
      to: text(after.plans[plan][term]),
    })),
  )
  const others = [
    {
      name: 'auto_approve',
      from: before.autoApprove.toSorted().join(', '),
      to: after.autoApprove.toSorted().join(', '),
    },
    { name: 'redemption_ttl', from: text(before.redemptionTtlDays), to: text(after.redemptionTtlDays) },
  ]
  const changes = [...terms, ...others].filter(({ from, to }) => from !== to)
  const names = [...new Set(changes.map(({ name }) => name.split('.')[0] ?? name))]
  return { names: canonicalText(before.seller) === canonicalText(after.seller) ? names : [...names, 'seller'], changes }
}

const text = (value: number | null): string | null => (value === null ? null : String(value))

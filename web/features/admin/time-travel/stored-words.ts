import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'

const plan = (value: string) => `plans.${value as Plan}` as const
const cycle = (value: string) => `cycles.${value as Cycle}` as const
const status = (value: string) => `travelStatus.${value as BusinessStatus}` as const
const other = (value: string) =>
  `travelValues.${value as 'floor-50/1' | 'true' | 'false' | 'view' | 'act' | 'exited' | 'expired' | 'manager' | 'cashier'}` as const

const WORDS = {
  plan,
  fromPlan: plan,
  toPlan: plan,
  fromCycle: cycle,
  toCycle: cycle,
  from: status,
  to: status,
  mode: other,
  how: other,
  reactivates: other,
  role: other,
  fromRole: other,
  toRole: other,
  fromActive: other,
  toActive: other,
  allowed: other,
  rule: other,
} as const

/** Translation key of a value that an event stores as a code, e.g. `monthly` or `true`; undefined for free text. */
export function storedWords(name: string, value: unknown): ReturnType<(typeof WORDS)[keyof typeof WORDS]> | undefined {
  return Object.hasOwn(WORDS, name) ? WORDS[name as keyof typeof WORDS](String(value)) : undefined
}

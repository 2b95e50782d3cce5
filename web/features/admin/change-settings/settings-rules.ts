import { REDEMPTION_TTL_DAYS, type Settings } from '#contracts/calls/staff/admin-settings.ts'
import type { LegalStatus } from '#contracts/pages/business-kinds.ts'
import { LEGAL_STATUSES } from '#contracts/pages/kind-names.ts'
import { HIGHEST_TERM, PLANS_IN_ORDER, type Plan } from '#contracts/pages/plans.ts'
import { SELLER_FIELDS, sellerSchema, type Seller } from '#contracts/pages/seller.ts'

/** In column order. */
export const TERMS = ['monthlyAmd', 'yearlyAmd', 'perks', 'transactions'] as const
export type Term = (typeof TERMS)[number]

export interface SettingsFields {
  plans: Record<Plan, Record<Term, string>>
  autoApprove: Record<LegalStatus, boolean>
  /** Days; empty if codes do not expire. */
  redemptionTtlDays: string
  seller: Record<keyof Seller, string>
  /** An issuer can be changed, not removed. */
  sellerIsSet: boolean
}

/** Limits may be empty, prices (AMD) may not. */
export const isLimit = (term: Term): boolean => term === 'perks' || term === 'transactions'

export function fieldsOf({ plans, autoApprove, redemptionTtlDays, seller }: Settings): SettingsFields {
  const typed = (plan: Plan): Record<Term, string> =>
    Object.fromEntries(TERMS.map((term) => [term, String(plans[plan]?.[term] ?? '')])) as Record<Term, string>
  return {
    plans: Object.fromEntries(PLANS_IN_ORDER.map((plan) => [plan, typed(plan)])) as SettingsFields['plans'],
    autoApprove: Object.fromEntries(
      LEGAL_STATUSES.map((status) => [status, autoApprove.includes(status)]),
    ) as SettingsFields['autoApprove'],
    redemptionTtlDays: String(redemptionTtlDays ?? ''),
    seller: seller ?? { name: '', taxId: '', address: '', bank: '', account: '' },
    sellerIsSet: seller !== null,
  }
}

/** Only thousands may be separated: a comma elsewhere is a decimal one, and 4900,00 is not 490000. */
const WHOLE = /^(\d+|\d{1,3}([\s,]\d{3})+)$/

/** Null for an empty limit; undefined if not a whole number, or too high. */
export function numberOf(typed: string, term: Term): number | null | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return isLimit(term) ? null : undefined
  const plain = WHOLE.test(trimmed) ? trimmed.replace(/[\s,]/g, '') : ''
  return /^\d{1,10}$/.test(plain) && Number(plain) <= HIGHEST_TERM ? Number(plain) : undefined
}

/** H5: days within bounds; null if codes do not expire; undefined if invalid. */
function ttlOf(typed: string): number | null | undefined {
  const plain = typed.trim()
  if (plain === '') return null
  const days = /^\d{1,4}$/.test(plain) ? Number(plain) : 0
  return days >= REDEMPTION_TTL_DAYS.min && days <= REDEMPTION_TTL_DAYS.max ? days : undefined
}

/** As `seller.field`. None without an issuer and input, so that the other settings can be saved. */
function wrongSellerFields({ seller, sellerIsSet }: Pick<SettingsFields, 'seller' | 'sellerIsSet'>): string[] {
  if (!sellerIsSet && SELLER_FIELDS.every((field) => seller[field].trim() === '')) return []
  const refused = new Set(sellerSchema.safeParse(seller).error?.issues.map(({ path }) => path[0]))
  return SELLER_FIELDS.filter((field) => refused.has(field)).map((field) => `seller.${field}`)
}

/** In page order: the issuer's fields, then terms that are no number (`plan.term`), then the days. */
export const wrongFields = ({ plans, redemptionTtlDays, ...sold }: SettingsFields): string[] => [
  ...wrongSellerFields(sold),
  ...PLANS_IN_ORDER.flatMap((plan) =>
    TERMS.filter((term) => numberOf(plans[plan][term], term) === undefined).map((term) => `${plan}.${term}`),
  ),
  ...(ttlOf(redemptionTtlDays) === undefined ? ['redemptionTtlDays'] : []),
]

/** Undefined if a field is refused. */
export function settingsOf(fields: SettingsFields): Settings | undefined {
  if (wrongFields(fields).length > 0) return undefined
  const terms = (plan: Plan): Settings['plans'][Plan] =>
    Object.fromEntries(TERMS.map((term) => [term, numberOf(fields.plans[plan][term], term)])) as Settings['plans'][Plan]
  return {
    plans: Object.fromEntries(PLANS_IN_ORDER.map((plan) => [plan, terms(plan)])) as Settings['plans'],
    autoApprove: LEGAL_STATUSES.filter((status) => fields.autoApprove[status]),
    redemptionTtlDays: ttlOf(fields.redemptionTtlDays) ?? null,
    seller: sellerSchema.safeParse(fields.seller).data ?? null,
  }
}

/**
 * After another administrator's save: their settings, with own input where they changed nothing. The issuer counts as
 * one value, so that no account ends up beside another's name. `were`: the settings the form started with.
 */
export function keepTyped(typed: SettingsFields, were: SettingsFields, now: SettingsFields): SettingsFields {
  const keep = <Value>(mine: Value, before: Value, theirs: Value): Value =>
    JSON.stringify(before) === JSON.stringify(theirs) ? mine : theirs
  const each = <Key extends string, Value>(
    mine: Record<Key, Value>,
    before: Record<Key, Value>,
    theirs: Record<Key, Value>,
  ): Record<Key, Value> =>
    Object.fromEntries(
      (Object.keys(mine) as Key[]).map((key) => [key, keep(mine[key], before[key], theirs[key])]),
    ) as Record<Key, Value>
  return {
    plans: Object.fromEntries(
      PLANS_IN_ORDER.map((plan) => [plan, each(typed.plans[plan], were.plans[plan], now.plans[plan])]),
    ) as SettingsFields['plans'],
    autoApprove: each(typed.autoApprove, were.autoApprove, now.autoApprove),
    redemptionTtlDays: keep(typed.redemptionTtlDays, were.redemptionTtlDays, now.redemptionTtlDays),
    seller: keep(typed.seller, were.seller, now.seller),
    sellerIsSet: now.sellerIsSet,
  }
}

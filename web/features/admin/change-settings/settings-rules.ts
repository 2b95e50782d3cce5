import { REDEMPTION_TTL_DAYS, type Settings } from '#contracts/calls/admin-settings.ts'
import type { LegalStatus } from '#contracts/pages/business-kinds.ts'
import { LEGAL_STATUSES } from '#contracts/pages/kind-names.ts'
import { HIGHEST_TERM, PLANS_IN_ORDER, type Plan } from '#contracts/pages/plans.ts'
import { SELLER_FIELDS, sellerSchema, type Seller } from '#contracts/pages/seller.ts'

/** In the order of the columns. */
export const TERMS = ['monthlyAmd', 'yearlyAmd', 'perks', 'transactions'] as const
export type Term = (typeof TERMS)[number]

/** The settings as they are typed: an empty limit is none. */
export interface SettingsFields {
  plans: Record<Plan, Record<Term, string>>
  autoApprove: Record<LegalStatus, boolean>
  /** Days; empty where unused codes do not end. */
  redemptionTtlDays: string
  seller: Record<keyof Seller, string>
  /** Then it can be changed, not taken away. */
  sellerIsSet: boolean
}

/** Whether the column is one of limits, which may be left out, and not of prices in AMD. */
export const isLimit = (term: Term): boolean => term === 'perks' || term === 'transactions'

/** What is set, as the fields of the form. */
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

/** Thousands may stand apart, and only they: a comma elsewhere is the one before decimals, and 4900,00 is not 490000. */
const WHOLE = /^(\d+|\d{1,3}([\s,]\d{3})+)$/

/** A whole number, spaces and commas between its thousands aside; null where a limit is left out; undefined where it is no number, or one that is too high. */
export function numberOf(typed: string, term: Term): number | null | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return isLimit(term) ? null : undefined
  const plain = WHOLE.test(trimmed) ? trimmed.replace(/[\s,]/g, '') : ''
  return /^\d{1,10}$/.test(plain) && Number(plain) <= HIGHEST_TERM ? Number(plain) : undefined
}

/** H5: days within their bounds; null where unused codes do not end; undefined where it is neither. */
function ttlOf(typed: string): number | null | undefined {
  const plain = typed.trim()
  if (plain === '') return null
  const days = /^\d{1,4}$/.test(plain) ? Number(plain) : 0
  return days >= REDEMPTION_TTL_DAYS.min && days <= REDEMPTION_TTL_DAYS.max ? days : undefined
}

/** Which lines are refused, as `seller.field`. None where nobody is set and nothing is typed: the others can be saved all the same. */
function wrongSellerFields({ seller, sellerIsSet }: Pick<SettingsFields, 'seller' | 'sellerIsSet'>): string[] {
  if (!sellerIsSet && SELLER_FIELDS.every((field) => seller[field].trim() === '')) return []
  const refused = new Set(sellerSchema.safeParse(seller).error?.issues.map(({ path }) => path[0]))
  return SELLER_FIELDS.filter((field) => refused.has(field)).map((field) => `seller.${field}`)
}

/** In the order of the page: the seller's lines, then the fields that hold no number, as `plan.term`, and the days of codes where they are none. */
export const wrongFields = ({ plans, redemptionTtlDays, ...sold }: SettingsFields): string[] => [
  ...wrongSellerFields(sold),
  ...PLANS_IN_ORDER.flatMap((plan) =>
    TERMS.filter((term) => numberOf(plans[plan][term], term) === undefined).map((term) => `${plan}.${term}`),
  ),
  ...(ttlOf(redemptionTtlDays) === undefined ? ['redemptionTtlDays'] : []),
]

/** Undefined where a field is refused. */
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
 * What goes on standing in the form where others have saved settings meanwhile: theirs, and of what was typed whatever they have not changed. Who issues
 * the invoices is one thing: no account of one stands beside the name of another. `were`: the settings that the form began with.
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

/**
 * Points are integer tenths everywhere; `12.5` exists only on screens and in the specified JSON. One tenth is worth 50
 * AMD, so the arithmetic stays in integers. Imports no schema library, because the public pages' first script formats
 * points, too.
 */
export const AMD_PER_TENTH = 50
export const MIN_AMOUNT_AMD = 50
/** H2: 100,000,000 AMD and more are refused as a typing error. */
export const MAX_AMOUNT_AMD = 99_999_999
/** H2: from this amount on, the counter asks for confirmation. */
export const CONFIRM_AMOUNT_AMD = 1_000_000
/** The rule's name and version, recorded in every award (R232), so that a later rule never changes an earlier award. */
export const AWARD_RULE = 'floor-50/1'
export const MIN_PERK_TENTHS = 5
export const PERK_STEP_TENTHS = 5
/** decimal(10,1) holds 999,999,999.9 points. */
export const MAX_TENTHS = 9_999_999_999

/** H1: tenths earned for an amount in whole AMD; the remaining 0-49 AMD are not carried over. */
export function tenthsForAmount(amountAmd: number): number {
  return Math.floor(amountAmd / AMD_PER_TENTH)
}

/** H1: the part of an amount, in AMD, that earns nothing. */
export function leftoverAmd(amountAmd: number): number {
  return amountAmd % AMD_PER_TENTH
}

/** Tenths for display: at most one decimal, no trailing zero (R134): 125 -> '12.5', 120 -> '12'. */
export function formatTenths(tenths: number): string {
  const sign = tenths < 0 ? '-' : ''
  const absolute = Math.abs(tenths)
  const whole = Math.trunc(absolute / 10)
  const rest = absolute % 10
  return rest === 0 ? `${sign}${whole}` : `${sign}${whole}.${rest}`
}

/** Tenths as the specified JSON's decimal(10,1) string (R133, R140): 120 -> '12.0'. */
export function decimalString(tenths: number): string {
  const sign = tenths < 0 ? '-' : ''
  const absolute = Math.abs(tenths)
  return `${sign}${Math.trunc(absolute / 10)}.${absolute % 10}`
}

/** Tenths as the JSON number of the specified replies: 24 -> 2.4 (prints exactly, with one decimal). */
export function pointsNumber(tenths: number): number {
  return tenths / 10
}

/** Parses a decimal string or number with at most one decimal to tenths; undefined if it is not one. */
export function tenthsFromPoints(points: string | number): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d))?$/.exec(String(points))
  if (!match) return undefined
  return Number(match[1]) * 10 + Number(match[2] ?? 0)
}

/**
 * Points are integer tenths, each worth 50 AMD; `12.5` exists only on screens and in JSON. Imports no schema library,
 * for a small first script.
 */
export const AMD_PER_TENTH = 50
export const MIN_AMOUNT_AMD = 50
/** H2: more is refused as a typing error. */
export const MAX_AMOUNT_AMD = 99_999_999
/** H2: from here the counter asks for confirmation. */
export const CONFIRM_AMOUNT_AMD = 1_000_000
/** Recorded in every award (R232), so that later rules change no earlier award. */
export const AWARD_RULE = 'floor-50/1'
export const MIN_PERK_TENTHS = 5
export const PERK_STEP_TENTHS = 5
/** decimal(10,1) holds 999,999,999.9 points. */
export const MAX_TENTHS = 9_999_999_999

/** H1: the remaining 0-49 AMD are not carried over. */
export function tenthsForAmount(amountAmd: number): number {
  return Math.floor(amountAmd / AMD_PER_TENTH)
}

/** H1: the part that earns nothing. */
export function leftoverAmd(amountAmd: number): number {
  return amountAmd % AMD_PER_TENTH
}

/** At most one decimal, no trailing zero (R134): 125 -> '12.5', 120 -> '12'. */
export function formatTenths(tenths: number): string {
  const sign = tenths < 0 ? '-' : ''
  const absolute = Math.abs(tenths)
  const whole = Math.trunc(absolute / 10)
  const rest = absolute % 10
  return rest === 0 ? `${sign}${whole}` : `${sign}${whole}.${rest}`
}

/** JSON's decimal(10,1) (R133, R140): 120 -> '12.0'. */
export function decimalString(tenths: number): string {
  const sign = tenths < 0 ? '-' : ''
  const absolute = Math.abs(tenths)
  return `${sign}${Math.trunc(absolute / 10)}.${absolute % 10}`
}

/** JSON number: 24 -> 2.4. */
export function pointsNumber(tenths: number): number {
  return tenths / 10
}

/** Undefined for more than one decimal, or no number. */
export function tenthsFromPoints(points: string | number): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d))?$/.exec(String(points))
  if (!match) return undefined
  return Number(match[1]) * 10 + Number(match[2] ?? 0)
}

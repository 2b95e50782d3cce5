import { tenthsFromPoints } from '#contracts/units/tenths.ts'

export {
  formatAmd,
  formatDay,
  formatInteger,
  formatMoment,
  formatPoints,
  formatUntilDay,
} from '#contracts/units/formats.ts'

const NBSP = '\u00a0'
const DAY_MS = 24 * 60 * 60 * 1000

/** The API's points as tenths, rounded; 0 if invalid. */
export function toTenths(points: string | number): number {
  const exact = tenthsFromPoints(points)
  if (exact !== undefined) return exact
  const rounded = Math.round(Number(points) * 10)
  return Number.isFinite(rounded) ? rounded : 0
}

/** Rounds up (R76): 23 hours are 1 day, 24 hours and a minute are 2; 0 once past. */
export function daysUntil(at: Date, now: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - now.getTime()) / DAY_MS))
}

/** Easier to read out and to type: 'AB 1234', 'K7MN P2QR'. */
export function spacedCode(code: string): string {
  const half = code.length === 6 ? 2 : Math.ceil(code.length / 2)
  return `${code.slice(0, half)}${NBSP}${code.slice(half)}`
}

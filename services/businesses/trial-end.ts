/** When trials end, in Armenia's own time: UTC+4 the whole year (H10). */
const YEREVAN_OFFSET_MS = 4 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** H23: the same day of the next month in Yerevan, clamped (31 January: 28 or 29 February), at 23:59:59. */
export function trialEnd(approvedAt: Date): Date {
  const local = new Date(approvedAt.getTime() + YEREVAN_OFFSET_MS)
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
  const lastOfNextMonth = new Date(Date.UTC(year, month + 2, 0)).getUTCDate()
  return new Date(Date.UTC(year, month + 1, Math.min(day, lastOfNextMonth), 23, 59, 59) - YEREVAN_OFFSET_MS)
}

/** Calendar days in Yerevan from a moment to the day of another: 0 is today, 1 tomorrow. */
export function yerevanDaysUntil(end: Date, now: Date): number {
  const dayOf = (at: Date) => Math.floor((at.getTime() + YEREVAN_OFFSET_MS) / DAY_MS)
  return dayOf(end) - dayOf(now)
}

import { YEREVAN_OFFSET_MS } from '#contracts/units/yerevan.ts'

/** H23: the same day next month in Yerevan, clamped (31 January: 28 or 29 February), at 23:59:59. */
export function trialEnd(approvedAt: Date): Date {
  const local = new Date(approvedAt.getTime() + YEREVAN_OFFSET_MS)
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
  const lastOfNextMonth = new Date(Date.UTC(year, month + 2, 0)).getUTCDate()
  return new Date(Date.UTC(year, month + 1, Math.min(day, lastOfNextMonth), 23, 59, 59) - YEREVAN_OFFSET_MS)
}

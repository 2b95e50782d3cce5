/**
 * Paid periods in Yerevan's calendar (H10, H23). They end at 23:59:59, and a short month shortens only its own period.
 */
import type { Cycle } from '#contracts/pages/plans.ts'
import { yerevanDay, yerevanDaysUntil } from '#contracts/units/time.ts'
import { YEARLY_REFUND_DAYS } from '#contracts/calls/billing.ts'

const MONTHS: Record<Cycle, number> = { monthly: 1, yearly: 12 }

export type Period = {
  start: Date
  end: Date
  /** The end's day of the month, before clamping. */ day: number
}

export function firstPeriod(start: Date, cycle: Cycle): Period {
  const day = Number(yerevanDay(start).slice(8))
  return { start, end: endOfDay(start, MONTHS[cycle], day), day }
}

/** 31 January, 28 February, 31 March. */
export function periodAfter({ end, day }: Pick<Period, 'end' | 'day'>, cycle: Cycle): Period {
  return { start: new Date(end.getTime() + 1_000), end: endOfDay(end, MONTHS[cycle], day), day }
}

function endOfDay(from: Date, months: number, day: number): Date {
  const [year = 0, month = 1] = yerevanDay(from).split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  const clamped = Math.min(day, lastDay.getUTCDate())
  const date = new Date(Date.UTC(lastDay.getUTCFullYear(), lastDay.getUTCMonth(), clamped)).toISOString().slice(0, 10)
  return new Date(`${date}T23:59:59+04:00`)
}

/** R226, H38: open before the yearly period begins, and to the end of the 14th day after its first (Yerevan). */
export function isWithinRefundDays(start: Date, now: Date): boolean {
  return yerevanDaysUntil(now, start) <= YEARLY_REFUND_DAYS
}

/** Whole AMD, rounded down. Today counts as used. */
export function unusedAmd(paidAmd: number, { start, end }: Pick<Period, 'start' | 'end'>, now: Date): number {
  const whole = yerevanDaysUntil(end, start)
  const left = Math.min(whole, Math.max(0, yerevanDaysUntil(end, now)))
  return whole <= 0 ? 0 : Math.floor((paidAmd * left) / whole)
}

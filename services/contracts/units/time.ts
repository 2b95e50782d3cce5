import { YEREVAN_OFFSET_MS } from './yerevan.ts'

export const DAY_MS = 24 * 60 * 60 * 1000

/** The calendar month in Asia/Yerevan that holds a moment, as 'YYYY-MM' (H10). */
export function yerevanMonth(at: Date): string {
  return new Date(at.getTime() + YEREVAN_OFFSET_MS).toISOString().slice(0, 7)
}

/** The calendar day in Asia/Yerevan that holds a moment, as 'YYYY-MM-DD'. */
export function yerevanDay(at: Date): string {
  return new Date(at.getTime() + YEREVAN_OFFSET_MS).toISOString().slice(0, 10)
}

/** The same day as a number, one more with every midnight in Yerevan. */
export function yerevanDayNumber(at: Date): number {
  return Math.floor((at.getTime() + YEREVAN_OFFSET_MS) / DAY_MS)
}

/** The moment at which the day of that number begins in Yerevan. */
export const yerevanDayBegins = (dayNumber: number): Date => new Date(dayNumber * DAY_MS - YEREVAN_OFFSET_MS)

/** Calendar days in Yerevan from a moment to the day of another: 0 is today, 1 tomorrow. */
export const yerevanDaysUntil = (end: Date, now: Date): number => yerevanDayNumber(end) - yerevanDayNumber(now)

/** The moment at which a day 'YYYY-MM-DD' begins in Yerevan. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+04:00`)

/** A moment of that day in Yerevan, to be written as the day. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00+04:00`)

/** The moments of days in Yerevan: from the first of the first to before the first of the day after the last. */
export const momentsOf = ({ from, to }: { from: string; to: string }): { from: Date; until: Date } => ({
  from: startOfDay(from),
  until: new Date(startOfDay(to).getTime() + DAY_MS),
})

/** The days of a month 'YYYY-MM', the first and the last. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

import { YEREVAN_OFFSET_MS } from './yerevan.ts'

export const DAY_MS = 24 * 60 * 60 * 1000

/** 'YYYY-MM' (H10). */
export function yerevanMonth(at: Date): string {
  return new Date(at.getTime() + YEREVAN_OFFSET_MS).toISOString().slice(0, 7)
}

/** 'YYYY-MM-DD'. */
export function yerevanDay(at: Date): string {
  return new Date(at.getTime() + YEREVAN_OFFSET_MS).toISOString().slice(0, 10)
}

/** 0 to 23. */
export const yerevanHour = (at: Date): number => new Date(at.getTime() + YEREVAN_OFFSET_MS).getUTCHours()

/** Increases at each midnight in Yerevan. */
export function yerevanDayNumber(at: Date): number {
  return Math.floor((at.getTime() + YEREVAN_OFFSET_MS) / DAY_MS)
}

export const yerevanDayBegins = (dayNumber: number): Date => new Date(dayNumber * DAY_MS - YEREVAN_OFFSET_MS)

/** 0 is today, 1 tomorrow, in Yerevan. */
export const yerevanDaysUntil = (end: Date, now: Date): number => yerevanDayNumber(end) - yerevanDayNumber(now)

/** `day`: 'YYYY-MM-DD', Yerevan. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+04:00`)

/** For formatting the day. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00+04:00`)

/** `until` is exclusive. */
export const momentsOf = ({ from, to }: { from: string; to: string }): { from: Date; until: Date } => ({
  from: startOfDay(from),
  until: new Date(startOfDay(to).getTime() + DAY_MS),
})

/** `month`: 'YYYY-MM'. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** Caches one hour's day, because neighbours in the log mostly share it. */
import { yerevanDay, yerevanHour } from '#contracts/units/time.ts'

/** Length of date and hour in ISO 8601. */
const UP_TO_THE_HOUR = 13

let hour = ''
let day = ''

/**
 * 'YYYY-MM-DD' in Asia/Yerevan of an ISO 8601 time in UTC. Yerevan's offset is whole hours, so each UTC hour lies in
 * one day.
 */
export function yerevanDayOf(moment: string): string {
  const its = moment.slice(0, UP_TO_THE_HOUR)
  if (its !== hour) {
    day = yerevanDay(new Date(moment))
    hour = its
  }
  return day
}

/** As 'YYYY-MM' (H10). */
export const yerevanMonthOf = (moment: string): string => yerevanDayOf(moment).slice(0, 7)

/** 0 to 23. */
export const yerevanHourOf = (moment: string): number => yerevanHour(new Date(moment))

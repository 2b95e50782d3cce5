/** Days in Asia/Yerevan of moments in the order of the log, where most are of the same hour as the one before. */
import { yerevanDay } from '#contracts/units/time.ts'

/** The date and the hour of a moment in ISO 8601. */
const UP_TO_THE_HOUR = 13

let hour = ''
let day = ''

/** The calendar day in Asia/Yerevan, as 'YYYY-MM-DD', of a moment in ISO 8601 and UTC. Yerevan is whole hours ahead, so an hour in UTC has one day. */
export function yerevanDayOf(moment: string): string {
  const its = moment.slice(0, UP_TO_THE_HOUR)
  if (its !== hour) {
    day = yerevanDay(new Date(moment))
    hour = its
  }
  return day
}

/** The calendar month of the same, as 'YYYY-MM' (H10). */
export const yerevanMonthOf = (moment: string): string => yerevanDayOf(moment).slice(0, 7)

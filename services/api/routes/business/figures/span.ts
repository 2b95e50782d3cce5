import { DAYS_MAX } from '#contracts/calls/figures.ts'
import { DAY_MS, yerevanDay } from '#contracts/units/time.ts'
import { ApiError } from '../../../http/api-error.ts'

const DEFAULT_DAYS = 30

const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Default: the last thirty days. Throws 400 for more than a year. */
export function spanOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { from: string; to: string } {
  const last = to ?? yerevanDay(now)
  const first = from ?? plusDays(last, 1 - DEFAULT_DAYS)
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  if (days < 1 || days > DAYS_MAX) {
    throw new ApiError('invalid_input', {
      issues: [{ path: 'from', message: `At most ${DAYS_MAX} days, in the right order` }],
    })
  }
  return { from: first, to: last }
}

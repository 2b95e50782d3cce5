/** First and last day of the month `months` away: '2026-03-31' and -1 give February. */
export function monthOf(day: string, months: number): { from: string; to: string } {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const at = (monthIndex: number, dayOfMonth: number): string =>
    new Date(Date.UTC(year, monthIndex, dayOfMonth)).toISOString().slice(0, 10)
  return { from: at(month - 1 + months, 1), to: at(month + months, 0) }
}

/** Both ends included ('YYYY-MM'), latest first; only the latest if `first` is later. */
export function monthsFrom(first: string, last: string): string[] {
  const months = [last]
  for (let month = last; month > first;) months.push((month = monthOf(`${month}-01`, -1).from.slice(0, 7)))
  return months
}

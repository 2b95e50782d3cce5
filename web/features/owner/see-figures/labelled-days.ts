const LABELS_MAX = 10
const PHONE_LABELS_MAX = 4
/** More days than these are labelled by month. */
const DAYS_MAX = 62

export interface LabelledDay {
  index: number
  day: string
  /** Left out on a phone. */
  isWideOnly: boolean
}

/** Days named on the axis: every so many before the last, or the first of each month. */
export function labelledDays(days: readonly { day: string }[]): LabelledDay[] {
  const all = days.map(({ day }, index) => ({ index, day }))
  const wide =
    days.length > DAYS_MAX
      ? everyOf(
          all.filter(({ day }) => day.endsWith('-01')),
          LABELS_MAX + 3,
        )
      : everyOf(all, LABELS_MAX)
  const narrow = new Set(everyOf(wide, PHONE_LABELS_MAX).map(({ index }) => index))
  return wide.map((each) => ({ ...each, isWideOnly: !narrow.has(each.index) }))
}

/** At most `most` at even distances, counted back from the last. */
function everyOf<Each>(all: readonly Each[], most: number): Each[] {
  const step = Math.ceil(all.length / most)
  return all.filter((_, index) => (all.length - 1 - index) % step === 0)
}

import { useMemo } from 'react'
import { formatAmd, formatDay, formatInteger, formatMoment, formatPoints, formatUntilDay } from './format.ts'
import { useLanguage } from './i18n.ts'

export interface Format {
  integer: (whole: number) => string
  amd: (amountAmd: number) => string
  points: (pointsTenths: number) => string
  day: (at: Date) => string
  /** Form of a day after «մինչև» or "until": `untilDay` in the locale files. */
  untilDay: (at: Date) => string
  moment: (at: Date) => string
}

export function useFormat(): Format {
  const language = useLanguage()
  return useMemo(
    () => ({
      integer: (whole) => formatInteger(whole, language),
      amd: (amountAmd) => formatAmd(amountAmd, language),
      points: (pointsTenths) => formatPoints(pointsTenths, language),
      day: (at) => formatDay(at, language),
      untilDay: (at) => formatUntilDay(at, language),
      moment: (at) => formatMoment(at, language),
    }),
    [language],
  )
}

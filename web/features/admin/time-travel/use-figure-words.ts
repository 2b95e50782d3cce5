import { useTranslation } from 'react-i18next'
import type { Step } from '#contracts/calls/staff/time-travel.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

export type Figure = Step['changes'][number]['figure']

const POINTS: ReadonlySet<Figure> = new Set<Figure>([
  'totalPointsIssued',
  'monthlyPoints',
  'outstandingPoints',
  'buyerPoints',
])

export interface FigureWords {
  nameOf: (figure: Figure) => string
  /** Null shows a dash. */
  valueOf: (figure: Figure, value: string | null) => string
}

export function useFigureWords(): FigureWords {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  return {
    nameOf: (figure) => t(`travelFigures.${figure}`),
    valueOf: (figure, value) => {
      if (value === null) return '—'
      if (POINTS.has(figure)) return format.points(toTenths(value))
      if (figure === 'status')
        return i18n.exists(`travelStatus.${value}`) ? t(`travelStatus.${value as BusinessStatus}`) : value
      if (figure === 'subscriptionPlan') return value.charAt(0).toUpperCase() + value.slice(1)
      return format.integer(Number(value))
    },
  }
}

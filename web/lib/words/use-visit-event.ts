import { useTranslation } from 'react-i18next'
import type { SupportVisit } from '#contracts/calls/staff/impersonation.ts'
import { spacedCode } from './format.ts'

/** An unknown type keeps its own name. */
export function useVisitEvent(): (event: SupportVisit['done'][number]) => string {
  const { t, i18n } = useTranslation()
  const nameOf = (type: string): string =>
    i18n.exists(`visitEvents.${type}`) ? t(`visitEvents.${type as 'PointsAwarded'}`) : type
  return ({ type, buyerId }) => (buyerId === null ? nameOf(type) : `${nameOf(type)} · ${spacedCode(buyerId)}`)
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** A moment of a visit; null if all purchases were undone. */
export function Visited({ at, show }: { at: string | null; show: (at: Date) => string }): ReactNode {
  const { t } = useTranslation()
  return <span className="whitespace-nowrap">{at === null ? t('buyerVisits.none') : show(new Date(at))}</span>
}

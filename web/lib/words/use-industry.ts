import { useTranslation } from 'react-i18next'
import type { Industry } from '#contracts/pages/business-kinds.ts'
import type { Words } from './words.ts'

type Spoken = keyof Words['industries']

/** Industries in the specified order (R106), with names; an unknown one keeps its own. */
export function useIndustries(): { all: readonly Industry[]; nameOf: (industry: string) => string } {
  const { t, i18n } = useTranslation()
  // The locale file has that order; a test holds it to the contract.
  const all = Object.keys(
    i18n.getResource(i18n.language, 'first', 'industries') as Record<Spoken, string>,
  ) as Industry[]
  return {
    all,
    nameOf: (industry) => (all.includes(industry as Industry) ? t(`industries.${industry as Spoken}`) : industry),
  }
}

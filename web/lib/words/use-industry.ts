import { useTranslation } from 'react-i18next'
import type { Industry } from '#contracts/pages/business-kinds.ts'
import type words from '../../locales/en.json'

type Spoken = keyof (typeof words)['industries']

/** The industries in the order of the specification (R106), and the name of one in the language on screen; an unknown one keeps its own. */
export function useIndustries(): { all: readonly Industry[]; nameOf: (industry: string) => string } {
  const { t, i18n } = useTranslation()
  // The words stand in the specified order; a test holds them to the contract, whose schema library this page goes without.
  const all = Object.keys(
    i18n.getResource(i18n.language, 'translation', 'industries') as Record<Spoken, string>,
  ) as Industry[]
  return {
    all,
    nameOf: (industry) => (all.includes(industry as Industry) ? t(`industries.${industry as Spoken}`) : industry),
  }
}

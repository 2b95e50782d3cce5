import { useTranslation } from 'react-i18next'

export interface NamedBusiness {
  businessName: string
  closed: boolean
}

/** A closed business has lost its name, so it is called closed in the reader's language (H25). */
export function useBusinessName(): (business: NamedBusiness) => string {
  const { t } = useTranslation()
  return ({ businessName, closed }) => (closed ? t('common.closedBusiness') : businessName)
}

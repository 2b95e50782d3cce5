import { useTranslation } from 'react-i18next'

/** A business as a reply names it. */
export interface NamedBusiness {
  businessName: string
  closed: boolean
}

/** What a business is called: a closed one has lost its name, and is called closed in the reader's language (H25). */
export function useBusinessName(): (business: NamedBusiness) => string {
  const { t } = useTranslation()
  return ({ businessName, closed }) => (closed ? t('common.closedBusiness') : businessName)
}

import { useSearchParams } from 'react-router-dom'

/** The number of a business as an auditor types it. */
export const isBusinessNumber = (typed: string): boolean => /^[1-9]\d{0,8}$/.test(typed)

/** Which business the address asks for, `?business=…`, empty for all; and the way to ask for another. */
export function useBusinessAsked(): { businessId: string; onAsk: (businessId: string) => void } {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('business') ?? ''
  return {
    businessId: isBusinessNumber(asked) ? asked : '',
    onAsk: (business) => setQuery(business === '' ? {} : { business }),
  }
}

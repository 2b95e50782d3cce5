import { useSearchParams } from 'react-router-dom'

export const isBusinessNumber = (typed: string): boolean => /^[1-9]\d{0,8}$/.test(typed)

/** The business that the address asks for, `?business=…`; empty means all. */
export function useBusinessAsked(): { businessId: string; onAsk: (businessId: string) => void } {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('business') ?? ''
  return {
    businessId: isBusinessNumber(asked) ? asked : '',
    onAsk: (business) => setQuery(business === '' ? {} : { business }),
  }
}

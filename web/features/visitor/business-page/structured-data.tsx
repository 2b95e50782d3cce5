import type { ReactNode } from 'react'
import type { PublicBusiness } from '#contracts/calls/directory.ts'
import { headOf } from '#contracts/pages/page-metadata.ts'
import type { Rating } from '#contracts/calls/reviews.ts'
import { localBusiness, STRUCTURED_DATA } from '#contracts/pages/structured-data.ts'
import { useHydrated } from '#web/lib/device/use-hydrated.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'

export interface StructuredDataProps {
  business: Extract<PublicBusiness, { takesPart: true }>
  /** Undefined until known. */
  rating: Rating | undefined
}

/** R118: the server sends the same with the page; this is for navigation within the app, and after a review. */
export function StructuredData({
  business,
  rating = { averageRating: 0, totalReviews: 0 },
}: StructuredDataProps): ReactNode {
  const language = useLanguage()
  if (!useHydrated()) return null
  const address = headOf(`/business/${business.slug}`, new URLSearchParams(), language, business).canonical
  return (
    <script type="application/ld+json" id={STRUCTURED_DATA}>
      {JSON.stringify(localBusiness(business, rating, { origin: location.origin, address }))}
    </script>
  )
}

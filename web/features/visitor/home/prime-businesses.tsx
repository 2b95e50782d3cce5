import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { BusinessCard } from '#web/components/lists/business-card.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { HOME_PRIME_MAX } from '#contracts/pages/rendered-pages.ts'
import { useHomePrime } from '#web/lib/calls/directory.ts'

/** Today's Prime businesses; nothing if there are none (R37, R38). */
export function PrimeBusinesses(): ReactNode {
  const { t } = useTranslation()
  const businesses = useHomePrime().value ?? []
  if (businesses.length === 0) return null
  return (
    <section aria-labelledby="prime" className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-5 py-8 sm:px-6">
      <h2 id="prime" className="text-headline font-bold tracking-tight">
        {t('home.primeTitle')}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {businesses.slice(0, HOME_PRIME_MAX).map((business) => (
          <li key={business.id}>
            <BusinessCard business={business} />
          </li>
        ))}
      </ul>
      <Link to="/businesses" className={buttonLook('secondary', 'regular', 'self-start')}>
        {t('home.viewAll')}
      </Link>
    </section>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { BackLink } from '#web/components/brand/back-link.tsx'
import { Badge } from '#web/components/lists/badge.tsx'
import { BusinessLogo } from '#web/components/brand/business-logo.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Picture } from '#web/components/brand/picture.tsx'
import { SeedMark } from '#web/components/brand/seed-mark.tsx'
import { PrimeBadge } from '#web/components/brand/prime-badge.tsx'
import { Written } from '#web/components/brand/written.tsx'
import { languageOf } from '#web/lib/words/language-of.ts'
import { useUser } from '#web/lib/session/session.ts'
import { useIndustries } from '#web/lib/words/use-industry.ts'
import { ContactList, type TakingPart } from './contact-list.tsx'

/** A business's public details (R114-R117). */
export function BusinessPage({
  business,
  rating,
  perks,
  reviews,
}: {
  business: TakingPart
  rating: ReactNode
  perks: ReactNode
  reviews: ReactNode
}): ReactNode {
  const { t } = useTranslation()
  const { nameOf } = useIndustries()
  const { businessName, logoUrl, coverUrl, industry, isPrime, description } = business
  return (
    <>
      <header className="overflow-hidden rounded-card border border-line bg-surface">
        {coverUrl && (
          <Picture url={coverUrl} className="aspect-3/1">
            <SeedMark className="size-12" />
          </Picture>
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-4 p-5 sm:p-6">
          <BusinessLogo logoUrl={logoUrl} name={businessName} className="size-20 sm:size-24" />
          <div className="min-w-48 flex-1">
            <h1 lang={languageOf(businessName)} className="text-headline font-bold tracking-tight wrap-anywhere">
              {businessName}
            </h1>
            <div className="mt-2 flex flex-wrap items-center gap-2">
              <Badge>{nameOf(industry)}</Badge>
              {isPrime && <PrimeBadge />}
            </div>
            <div className="mt-2">{rating}</div>
          </div>
        </div>
      </header>
      {/* On phones the call to act stands above the reviews. */}
      <div className="grid items-start gap-4 lg:grid-cols-[1.7fr_1fr] lg:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          {description && (
            <Card title={t('businessPage.about')}>
              <Written className="whitespace-pre-line">{description}</Written>
            </Card>
          )}
          <span className="contents">{perks}</span>
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:row-span-2">
          <Invitation />
          <ContactList business={business} />
        </div>
        <div className="min-w-0">{reviews}</div>
      </div>
    </>
  )
}

/** For visitors who are not signed in (R117). */
function Invitation(): ReactNode {
  const { t } = useTranslation()
  if (useUser()) return null
  return (
    <section className="flex flex-col items-start gap-3 rounded-card bg-pomegranate-soft p-6">
      <h2 className="text-lead font-bold">{t('businessPage.ctaTitle')}</h2>
      <p>{t('businessPage.ctaText')}</p>
      <Link to="/auth" className={buttonLook('primary', 'regular', 'mt-1')}>
        {t('businessPage.cta')}
      </Link>
    </section>
  )
}

export function BackToDirectory(): ReactNode {
  const { t } = useTranslation()
  return <BackLink to="/businesses">{t('businessPage.back')}</BackLink>
}

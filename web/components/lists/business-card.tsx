import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DirectoryEntry } from '#contracts/calls/directory.ts'
import { languageOf } from '#web/lib/words/language-of.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useIndustries } from '#web/lib/words/use-industry.ts'
import { BusinessLogo } from '#web/components/brand/business-logo.tsx'
import { PrimeBadge } from '#web/components/brand/prime-badge.tsx'
import { Stars } from '#web/components/brand/stars.tsx'
import { Written } from '#web/components/brand/written.tsx'

/** R113. */
export function BusinessCard({
  business,
  level: Heading = 'h3',
}: {
  business: DirectoryEntry
  level?: 'h2' | 'h3'
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { nameOf } = useIndustries()
  const { businessName, slug, logoUrl, industry, description, isPrime, averageRating, totalReviews } = business
  return (
    <article className="relative flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-5 transition-colors hover:border-line-strong">
      <div className="flex items-start gap-4">
        <BusinessLogo logoUrl={logoUrl} name={businessName} />
        <div className="min-w-0 flex-1">
          <Heading className="text-lead font-bold">
            <Link
              to={`/business/${slug}`}
              lang={languageOf(businessName)}
              className="after:absolute after:inset-0 after:rounded-card"
            >
              {businessName}
            </Link>
          </Heading>
          <p className="text-small text-ink-soft">{nameOf(industry)}</p>
        </div>
        {isPrime && <PrimeBadge />}
      </div>
      {description && <Written className="line-clamp-3 text-ink-soft">{description}</Written>}
      {totalReviews > 0 && (
        <p className="mt-auto flex items-center gap-2 text-small text-ink-soft">
          <Stars rating={averageRating} className="size-4" />
          <span>{t('reviews.count', { count: totalReviews, reviews: format.integer(totalReviews) })}</span>
        </p>
      )}
    </article>
  )
}

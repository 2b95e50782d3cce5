import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { SeedMark } from '#web/components/brand/seed-mark.tsx'

/** R40. */
export function Closing(): ReactNode {
  const { t } = useTranslation()
  return (
    <section
      aria-labelledby="closing"
      className="mx-auto flex w-full max-w-6xl flex-col items-center gap-4 px-5 pb-2 pt-12 text-center sm:px-6"
    >
      <SeedMark className="size-12" />
      <h2 id="closing" className="text-headline font-bold tracking-tight">
        {t('home.closingTitle')}
      </h2>
      <p className="text-lead text-ink-soft">{t('home.closingText')}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Link to="/auth?signup=true" className={buttonLook('primary', 'large')}>
          {t('home.startFree')}
        </Link>
        <Link to="/contact" className={buttonLook('quiet', 'large')}>
          {t('home.contactSupport')}
        </Link>
      </div>
    </section>
  )
}

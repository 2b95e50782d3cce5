import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { buttonLook } from '#web/components/button.tsx'
import { PageHead } from '#web/components/page-head.tsx'
import { SeedMark } from '#web/components/seed-mark.tsx'

/** Every address that leads nowhere (R17). */
export default function NotFoundPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col items-start justify-center gap-4 px-5 py-16">
      <PageHead missing />
      <SeedMark look="outline" className="size-12 text-pomegranate-text" />
      <h1 className="text-title font-bold">{t('notFound.title')}</h1>
      <p className="text-ink-soft">{t('notFound.text')}</p>
      <Link to="/" className={buttonLook('primary', 'large', 'mt-2')}>
        {t('notFound.home')}
      </Link>
    </div>
  )
}

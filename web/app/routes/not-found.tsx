import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { SeedMark } from '#web/components/brand/seed-mark.tsx'
import { signInFor } from '#web/lib/session/come-back.ts'

/** R17. `signIn`: the address exists for signed-in users. */
export default function NotFoundPage({ signIn = false }: { signIn?: boolean }): ReactNode {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col items-start justify-center gap-4 px-5 py-16">
      <PageHead missing />
      <SeedMark look="outline" className="size-12 text-pomegranate-text" />
      <h1 className="text-title font-bold">{t('notFound.title')}</h1>
      <p className="text-ink-soft">{t('notFound.text')}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        {signIn && (
          <Link to={signInFor(pathname + search)} className={buttonLook('primary', 'large')}>
            {t('notFound.signIn')}
          </Link>
        )}
        <Link to="/" className={buttonLook(signIn ? 'secondary' : 'primary', 'large')}>
          {t('notFound.home')}
        </Link>
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { useUser } from '#web/lib/session/session.ts'
import { Phone } from './phone.tsx'

/** R33. A signed-in user is led to the dashboard. */
export function Hero(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <section className="mx-auto grid w-full max-w-6xl items-center gap-x-12 gap-y-10 px-5 py-8 sm:px-6 sm:py-12 lg:grid-cols-[1.4fr_1fr]">
      <div className="flex flex-col items-start gap-6">
        <h1 className="text-display font-bold tracking-tight">{t('home.headline')}</h1>
        <p className="max-w-prose text-lead text-ink-soft">{t('home.text')}</p>
        <div className="flex w-full flex-wrap gap-3">
          <Link
            to={user ? '/dashboard' : '/auth?signup=true'}
            className={buttonLook('primary', 'large', 'grow sm:grow-0')}
          >
            {user ? t('home.toDashboard') : t('home.signUp')}
          </Link>
          <Link to="/business-registration" className={buttonLook('secondary', 'large', 'grow sm:grow-0')}>
            {t('home.registerBusiness')}
          </Link>
        </div>
      </div>
      <Phone />
    </section>
  )
}

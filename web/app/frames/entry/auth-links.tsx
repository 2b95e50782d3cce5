import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

export const TEXT_LINK = 'font-semibold text-pomegranate-text underline underline-offset-4 hover:no-underline'

/** R47. */
export function AuthLinks({ signingUp }: { signingUp: boolean }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="mt-6 flex flex-col gap-2 text-center text-ink-soft">
      <p>
        <span>{signingUp ? t('signUp.haveAccount') : t('signIn.noAccount')}</span>{' '}
        <Link to={signingUp ? '/auth' : '/auth?signup=true'} className={TEXT_LINK}>
          {signingUp ? t('signUp.toSignIn') : t('signIn.toSignUp')}
        </Link>
      </p>
      <p>
        <span>{t('signIn.ownBusiness')}</span>{' '}
        <Link to="/business-registration" className={TEXT_LINK}>
          {t('signIn.toRegistration')}
        </Link>
      </p>
    </div>
  )
}

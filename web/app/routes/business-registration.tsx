import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { RegistrationForm } from '#web/features/visitor/register-business/registration-form.tsx'
import type { CheckEmail } from '../frames/entry/check-email.ts'

/** Continues at the sign-in with a message of eight seconds (R6, R102-R104). */
export default function BusinessRegistrationPage(): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()

  function goToSignIn(email: string): void {
    toast.success(t('checkEmail.title'), { description: t('checkEmail.text', { email }), durationMs: LONG_TOAST_MS })
    void navigate('/auth', { state: { checkEmail: { email, isBusiness: true } satisfies CheckEmail } })
  }

  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-4 sm:px-6">
      <PageHead />
      <h1 className="text-title font-bold">{t('registration.title')}</h1>
      <p className="mb-5 mt-1 text-ink-soft">{t('registration.description')}</p>
      <RegistrationForm
        onDone={goToSignIn}
        cancel={
          <Link to="/auth" className={buttonLook('secondary', 'large')}>
            {t('registration.cancel')}
          </Link>
        }
      />
    </div>
  )
}

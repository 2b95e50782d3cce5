import { useEffect, useState, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { Button, buttonLook } from '#web/components/inputs/button.tsx'
import { NarrowPage, type NarrowPageProps } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { NewPasswordForm } from '#web/features/visitor/verify-email/new-password-form.tsx'
import { PasswordForm } from '#web/features/visitor/verify-email/password-form.tsx'
import { useVerification, type Verifying } from '#web/features/visitor/verify-email/use-verification.ts'
import { verificationErrorKey } from '#web/features/visitor/verify-email/verification-words.ts'
import { setUser } from '#web/lib/session/session.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

const REDIRECT_AFTER_MS = 2_000
/** Links already used to sign in: going back to their page after a sign-out stays signed out. */
const welcomed = new Set<string>()

/** A verification mail's link (R5, R122-R125, R217); a browser that did not sign up is asked for the password. */
export default function VerifyEmailPage(): ReactNode {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const token = parameters.get('token')?.trim() ?? ''
  const verifying = useVerification(token)
  const { verification } = verifying
  const user = verification.state === 'redirecting' ? verification.user : undefined
  const view = useView(token, verifying)

  useEffect(() => {
    if (!user) return
    if (!welcomed.has(token)) setUser(user)
    welcomed.add(token)
    const timer = setTimeout(() => void navigate('/dashboard', { replace: true }), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [user, token, navigate])

  return (
    <NarrowPage
      key={verification.state}
      announced={verification.state !== 'loading' && verification.state !== 'invalid'}
      {...view}
    >
      <PageHead />
      {view.children}
    </NarrowPage>
  )
}

/** R124. */
function useView(token: string, { verification, ...answers }: Verifying): NarrowPageProps {
  const { t } = useTranslation()
  const [choosing, setChoosing] = useState(false)
  const { forError } = useErrorWords()
  const way = (to: string, label: string, look: 'primary' | 'secondary' = 'primary'): ReactElement => (
    <Link to={to} className={buttonLook(look, 'large', 'w-full')}>
      {label}
    </Link>
  )
  const backAndContact = (look: 'primary' | 'secondary' = 'primary'): ReactElement => (
    <div className="flex flex-col gap-3">
      {way('/auth', t('verifyEmail.backToSignIn'), look)}
      {way('/contact', t('signIn.contact'), 'secondary')}
    </div>
  )
  switch (verification.state) {
    case 'loading':
      return { title: t('verifyEmail.loadingTitle'), busy: true }
    case 'asked':
      return choosing
        ? {
            title: t('verifyPassword.newTitle'),
            description: t('verifyPassword.newText'),
            children: (
              <div className="flex flex-col gap-3">
                <NewPasswordForm token={token} {...answers} />
                <Button look="quiet" onClick={() => setChoosing(false)}>
                  {t('verifyPassword.back')}
                </Button>
              </div>
            ),
          }
        : {
            title: t('verifyPassword.title'),
            description: t('verifyPassword.text'),
            children: (
              <div className="flex flex-col gap-6">
                <PasswordForm token={token} {...answers} />
                <div className="flex flex-col gap-3 border-t border-line pt-5">
                  <p className="text-ink-soft">{t('verifyPassword.notMine')}</p>
                  <Button look="secondary" onClick={() => setChoosing(true)}>
                    {t('verifyPassword.choose')}
                  </Button>
                </div>
              </div>
            ),
          }
    case 'success':
      return {
        title: t('verifyEmail.successTitle'),
        description: t('verifyEmail.successText'),
        children: way('/auth', t('verifyEmail.signIn')),
      }
    case 'pending':
      return {
        title: t('verifyEmail.pendingTitle'),
        description: t('verifyEmail.pendingText'),
        children: way('/', t('verifyEmail.home')),
      }
    case 'redirecting':
      return {
        title: t('verifyEmail.redirectingTitle', { name: verification.user.firstName }),
        description: t('verifyEmail.redirectingText'),
        busy: true,
      }
    case 'invalid':
      return {
        title: t('verifyEmail.invalidTitle'),
        description: t('verifyEmail.invalidText'),
        children: backAndContact(),
      }
    case 'error': {
      const key = verificationErrorKey(verification.error)
      const lost = key === 'verifyEmail.network'
      return {
        title: t('verifyEmail.errorTitle'),
        description: key ? t(key) : forError(verification.error),
        children: (
          <>
            {!lost && <p className="-mt-3 mb-6 text-ink-soft">{t('verifyEmail.errorHint')}</p>}
            {lost && (
              <Button size="large" className="mb-3 w-full" onClick={() => location.reload()}>
                {t('common.tryAgain')}
              </Button>
            )}
            {backAndContact(lost ? 'secondary' : 'primary')}
          </>
        ),
      }
    }
  }
}

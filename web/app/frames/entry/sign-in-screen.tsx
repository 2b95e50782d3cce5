import { CircleAlert, MailCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { SignInForm } from '#web/features/visitor/sign-in/sign-in-form.tsx'
import { newCode } from '#web/lib/session/new-code.ts'
import { useFarewell } from '#web/lib/session/session.ts'
import { AuthLinks, TEXT_LINK } from './auth-links.tsx'
import type { CheckEmail } from './check-email.ts'
import { Farewell } from '../../monitors/farewell.tsx'

const ResendVerification = lazyPart(
  () => import('#web/features/visitor/resend-verification/resend-verification.tsx'),
  [],
)
const ThisTill = lazyPart(() => import('#web/features/till/gate/this-till.tsx'), ['rest'], <LoadingScreen />)
const OwnCode = lazyPart(() => import('../own-code.tsx'), ['person'])
const ByMailedLink = lazyPart(() => import('./by-mailed-link.tsx'), ['fields'])

/** At /auth, and for a visitor at /dashboard (R18). */
export function SignInScreen({ checkEmail }: { checkEmail?: CheckEmail | undefined }): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const farewell = useFarewell()
  const [code] = useState(newCode)
  // A till's browser has no user until the till is disconnected.
  if (farewell === 'forbidden') return <ThisTill />
  return (
    <NarrowPage
      title={t('signIn.title')}
      description={t('signIn.description')}
      announced={checkEmail !== undefined}
      after={<AuthLinks signingUp={false} />}
    >
      <PageHead />
      <div className="flex flex-col gap-5">
        {farewell && <Farewell code={farewell} />}
        {checkEmail && (
          <Notice
            tone="good"
            icon={<MailCheck className="size-5" />}
            title={t('checkEmail.title')}
            action={<ResendVerification email={checkEmail.email} />}
          >
            <p>{t('checkEmail.text', { email: checkEmail.email })}</p>
            {checkEmail.isBusiness && <p className="mt-2">{t('checkEmail.business')}</p>}
          </Notice>
        )}
        {code && <OwnCode code={code} />}
        <SignInForm
          email={checkEmail?.email}
          onTrialExpired={() => void navigate('/billing')}
          refused={(key, email) => {
            const unverified = key === 'errors.email_unverified'
            // After a sign-up the same text and button are above already.
            if (unverified && email === checkEmail?.email) return null
            const wayOut = unverified ? (
              <ResendVerification email={email} />
            ) : key === 'errors.sign_in_rate_limited' ? (
              <ByMailedLink />
            ) : (
              <Link to="/contact" className={TEXT_LINK}>
                {t('signIn.contact')}
              </Link>
            )
            return <Notice icon={<CircleAlert className="size-5" />} title={t(key)} action={wayOut} />
          }}
        >
          <p>
            <Link to="/forgot-password" className={TEXT_LINK}>
              {t('signIn.forgot')}
            </Link>
          </p>
        </SignInForm>
      </div>
    </NarrowPage>
  )
}

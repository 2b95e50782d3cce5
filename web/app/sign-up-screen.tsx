import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { NarrowPage } from '#web/components/narrow-page.tsx'
import { PageHead } from '#web/components/page-head.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'
import { AuthLinks } from './auth-links.tsx'
import type { CheckEmail } from './check-email.ts'

const SignUpForm = lazyPage(() => import('#web/features/sign-up/sign-up-form.tsx'), ['fields'])

/** At /auth?signup=true (R2). Afterwards the page is a sign-in again and says where the mail went (R50). */
export function SignUpScreen(): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()

  function goToSignIn(email: string): void {
    toast.success(t('checkEmail.title'), { description: t('checkEmail.text', { email }) })
    void navigate('/auth', { replace: true, state: { checkEmail: { email, isBusiness: false } satisfies CheckEmail } })
  }

  return (
    <NarrowPage title={t('signUp.title')} description={t('signUp.description')} after={<AuthLinks signingUp />}>
      <PageHead />
      <Suspense fallback={<SkeletonRows />}>
        <SignUpForm onDone={goToSignIn} />
      </Suspense>
    </NarrowPage>
  )
}

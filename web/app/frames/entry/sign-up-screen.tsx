import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { SkeletonRows } from '#web/components/feedback/skeleton.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { rememberNewCode, type SignedUp } from '#web/lib/session/new-code.ts'
import { AuthLinks } from './auth-links.tsx'
import type { CheckEmail } from './check-email.ts'

export const SignUpForm = lazyPart(
  () => import('#web/features/visitor/sign-up/sign-up-form.tsx'),
  ['fields'],
  <SkeletonRows rows={7} className="h-24 sm:h-20" />,
)

/** At /auth?signup=true (R2). Afterwards the sign-in says where the mail went (R50). */
export function SignUpScreen(): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()

  function goToSignIn({ email, code }: SignedUp): void {
    if (code !== null) rememberNewCode(code)
    toast.success(t('checkEmail.title'), { description: t('checkEmail.text', { email }) })
    void navigate('/auth', { replace: true, state: { checkEmail: { email, isBusiness: false } satisfies CheckEmail } })
  }

  return (
    <NarrowPage title={t('signUp.title')} description={t('signUp.description')} after={<AuthLinks signingUp />}>
      <PageHead />
      <SignUpForm onDone={goToSignIn} />
    </NarrowPage>
  )
}

import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { AcceptForm } from '#web/features/visitor/accept-invitation/accept-form.tsx'
import { signIn } from '#web/features/visitor/sign-in/sign-in.ts'
import { newKey } from '#web/lib/api/new-key.ts'
import { useInvitation } from '#web/lib/calls/account/invitation.ts'
import { setUser } from '#web/lib/session/session.ts'
import { PublicReads } from '../public-reads.tsx'

export default function InvitationPage(): ReactNode {
  const [parameters] = useSearchParams()
  return (
    <PublicReads>
      <Invitation token={parameters.get('token')?.trim() ?? ''} />
    </PublicReads>
  )
}

/** The mailed link of a manager's invitation: a password makes the account and signs in (decision 48). */
function Invitation({ token }: { token: string }): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const reading = useInvitation(token)
  const [refused, setRefused] = useState(false)
  const isInvalid = refused || token === '' || reading.error?.code === 'invitation_invalid'

  /** If it fails, the account is there all the same, and the page of sign-in says more. */
  async function enter(email: string, password: string): Promise<void> {
    try {
      setUser(await signIn({ email, password }, newKey()))
      await navigate('/dashboard', { replace: true })
    } catch {
      await navigate('/auth', { replace: true })
    }
  }

  if (isInvalid)
    return (
      <NarrowPage
        key="invalid"
        announced={refused}
        title={t('invitation.invalidTitle')}
        description={t('invitation.invalidText')}
      >
        <PageHead />
        <Link to="/auth" className={buttonLook('primary', 'large', 'w-full')}>
          {t('invitation.signIn')}
        </Link>
      </NarrowPage>
    )
  const business = reading.value?.businessName
  return (
    <NarrowPage
      key="form"
      title={t('invitation.title')}
      description={business === undefined ? t('invitation.loading') : t('invitation.text', { business })}
    >
      <PageHead />
      <ReadingState reading={reading} loading={<Skeleton className="h-60 rounded-card" />}>
        {({ email }) => (
          <AcceptForm
            token={token}
            email={email}
            onDone={(password) => enter(email, password)}
            onInvalid={() => setRefused(true)}
          />
        )}
      </ReadingState>
    </NarrowPage>
  )
}

import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { BackLink } from '#web/components/brand/back-link.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { SkeletonRows } from '#web/components/feedback/skeleton.tsx'
import { ViewOnly } from '#web/components/inputs/view-only.tsx'
import { ConfirmAct } from '#web/features/person/confirm-act/confirm-act.tsx'
import { DeleteAccount } from '#web/features/person/delete-account/delete-account.tsx'
import { ProfileForm } from '#web/features/person/edit-profile/profile-form.tsx'
import { PasskeyList } from '#web/features/person/passkeys/passkey-list.tsx'
import { SessionList } from '#web/features/person/end-sessions/session-list.tsx'
import { SignInList } from '#web/features/person/end-sessions/sign-in-list.tsx'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { setUser, useFarewell, useUser } from '#web/lib/session/session.ts'
import { useVisit } from '#web/lib/session/visit-state.ts'
import { NothingHere } from '../frames/nothing-here.tsx'
import NotFoundPage from './not-found.tsx'

/** Staff's alone, with the QR code. */
const SecondFactorCard = lazyPart(
  () => import('#web/features/person/second-factor/second-factor-card.tsx'),
  ['staff'],
  <div className="h-44" />,
)

const REDIRECT_AFTER_MS = 2_000

const PushSwitches = lazyPart(
  () => import('#web/features/person/push-switches/push-switches.tsx'),
  [],
  <SkeletonRows rows={1} className="h-52" />,
)

/** For signed-in users only (R13). A session that ends meanwhile is reported (C3, R101). */
export default function EditProfilePage(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const isTill = useFarewell() === 'forbidden'
  const navigate = useNavigate()
  const visit = useVisit()
  const [hadUser, setHadUser] = useState(false)
  if (user && !hadUser) setHadUser(true)
  const [changed, setChanged] = useState<{ pendingEmail: string | null }>()

  useEffect(() => {
    if (!changed) return
    const timer = setTimeout(() => void navigate('/auth', { replace: true }), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [changed, navigate])

  /** The server has ended every session. */
  function leave(pendingEmail: string | null): void {
    setChanged({ pendingEmail })
    setUser(null)
  }

  if (changed) {
    const pending = changed.pendingEmail === null ? '' : ` ${t('profile.pendingText', { email: changed.pendingEmail })}`
    return (
      <NarrowPage
        key="changed"
        announced
        busy
        title={t('profile.passwordChangedTitle')}
        description={t('profile.passwordChangedText') + pending}
      >
        <PageHead title={t('profile.title')} />
      </NarrowPage>
    )
  }
  const isStaff = user?.role === 'admin' || user?.role === 'auditor'
  if (user === undefined) return <LoadingScreen />
  if (isTill) return <NothingHere />
  if (user === null) return hadUser ? <PleaseLogIn /> : <NotFoundPage signIn />
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pb-4 sm:px-6">
      <PageHead title={t('profile.title')} />
      <div className="flex flex-col items-start gap-1">
        <BackLink to="/dashboard">{t('profile.back')}</BackLink>
        <h1 className="text-title font-bold">{t('profile.title')}</h1>
      </div>
      <ReadProvider userId={user.id}>
        <ViewOnly>
          <ProfileForm user={user} onPasswordChanged={leave} />
        </ViewOnly>
        {user.role === 'buyer' && <PushSwitches />}
        {!visit && <PasskeyList />}
        {!visit && isStaff && <SecondFactorCard />}
        <SessionList />
        <SignInList />
        <ConfirmAct />
        {(user.role === 'buyer' || user.role === 'business' || user.role === 'manager') && (
          <DeleteAccount
            user={user}
            onDone={() => {
              void navigate('/')
              setUser(null)
            }}
          />
        )}
      </ReadProvider>
    </div>
  )
}

function PleaseLogIn(): ReactNode {
  const { t } = useTranslation()
  return (
    <NarrowPage announced title={t('profile.pleaseLogInTitle')} description={t('profile.pleaseLogInText')}>
      <PageHead title={t('profile.title')} />
      <Link to="/auth" className={buttonLook('primary', 'large', 'w-full')}>
        {t('profile.logIn')}
      </Link>
    </NarrowPage>
  )
}

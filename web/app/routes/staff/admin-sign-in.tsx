import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { FirstPasswordForm } from '#web/features/visitor/sign-in-staff/first-password-form.tsx'
import { StaffSignInForm } from '#web/features/visitor/sign-in-staff/staff-sign-in-form.tsx'
import { isEntered, STAFF_PATH, useStaff, type StaffUser } from '#web/lib/calls/staff/admin-session.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { setUser, useUser } from '#web/lib/session/session.ts'
import { wayBack } from '#web/lib/session/way-back.ts'
import { PublicReads } from '../../public-reads.tsx'

type Step = Exclude<StaffUser['secondFactor'], 'ok'>

const SecondFactorStep = lazyPart(
  () => import('#web/features/person/second-factor/second-factor-step.tsx'),
  ['rest'],
  <LoadingScreen />,
)
const ConfirmAct = lazyPart(
  async () => ({ default: (await import('#web/features/person/confirm-act/confirm-act.tsx')).ConfirmAct }),
  ['rest'],
)

const placeOf = ({ role }: Pick<StaffUser, 'role'>): string => (role === 'admin' ? '/admin/dashboard' : '/dashboard')

/**
 * /hatik?to: the staff's sign-in (R14), the change of a first password (H34) and the second factor. A signed-in user
 * is led on to `to`.
 */
export default function AdminSignInPage(): ReactNode {
  return (
    <PublicReads>
      <StaffDoor />
    </PublicReads>
  )
}

function StaffDoor(): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const back = wayBack(query)
  const user = useUser()
  const isStaff = user?.role === 'admin' || user?.role === 'auditor'
  const reading = useStaff(isStaff)
  const staff = reading.value
  const refresh = useRefresh()
  /** The first password as just typed; kept no longer than this page. */
  const [typed, setTyped] = useState('')
  const [mustChange, setMustChange] = useState(false)

  /** Kept until the step is done: recovery codes stay on screen although the session has its second factor. */
  const [step, setStep] = useState<Step>()
  const missing = isStaff && staff && !staff.mustChangePassword ? staff.secondFactor : 'ok'
  if (step === undefined && missing !== 'ok') setStep(missing)

  async function enter(entered: StaffUser): Promise<void> {
    setUser(entered)
    await refresh([STAFF_PATH])
    setMustChange(false)
    if (!isEntered(entered)) return
    setStep(undefined)
    void navigate(back ?? placeOf(entered), { replace: true })
  }

  /** By a passkey, which names its own account, or by a set-up. */
  async function leaveStep(entered?: StaffUser | SessionUser): Promise<void> {
    if (entered && 'secondFactor' in entered) return enter(entered)
    if (entered) setUser(entered)
    await refresh([STAFF_PATH])
    setStep(undefined)
  }

  if (mustChange || (isStaff && staff?.mustChangePassword)) {
    return (
      <NarrowPage key="first" announced title={t('admin.firstTitle')} description={t('admin.firstText')}>
        <PageHead />
        <FirstPasswordForm known={typed} onDone={(renewed) => void enter(renewed)} />
      </NarrowPage>
    )
  }
  if (user === undefined) return <LoadingScreen />
  if (isStaff && step) {
    return (
      <>
        <SecondFactorStep state={step} onDone={(entered) => void leaveStep(entered)} />
        <ConfirmAct />
      </>
    )
  }
  if (isStaff) {
    return (
      <ReadingState reading={reading} loading={<LoadingScreen />}>
        {(entered) => (isEntered(entered) ? <Navigate to={back ?? placeOf(entered)} replace /> : <LoadingScreen />)}
      </ReadingState>
    )
  }
  if (user) return <Navigate to="/dashboard" replace />
  return (
    <NarrowPage key="sign-in" title={t('admin.signInTitle')} description={t('admin.signInText')}>
      <PageHead />
      <StaffSignInForm
        onDone={(entered, password) => {
          if (!entered.mustChangePassword) return void enter(entered)
          setTyped(password)
          setMustChange(true)
        }}
      />
    </NarrowPage>
  )
}

import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { FirstPasswordForm } from '#web/features/visitor/sign-in-staff/first-password-form.tsx'
import { StaffSignInForm } from '#web/features/visitor/sign-in-staff/staff-sign-in-form.tsx'
import { STAFF_PATH, useStaff, type StaffUser } from '#web/lib/calls/admin-session.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { setUser, useUser } from '#web/lib/session/session.ts'
import { wayBack } from '#web/lib/session/way-back.ts'
import { PublicReads } from '../public-reads.tsx'

const placeOf = ({ role }: Pick<StaffUser, 'role'>): string => (role === 'admin' ? '/admin/dashboard' : '/dashboard')

/**
 * /hatik?to: the staff's sign-in (R14) and the change of a first password (H34). A signed-in user is led on to `to`.
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

  async function enter(entered: StaffUser): Promise<void> {
    setUser(entered)
    await refresh([STAFF_PATH])
    void navigate(back ?? placeOf(entered), { replace: true })
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
  if (isStaff) {
    return (
      <ReadingState reading={reading} loading={<LoadingScreen />}>
        {(entered) => <Navigate to={back ?? placeOf(entered)} replace />}
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

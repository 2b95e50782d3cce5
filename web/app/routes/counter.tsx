import { LayoutDashboard, MonitorSmartphone } from 'lucide-react'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { Button, buttonLook } from '#web/components/inputs/button.tsx'
import { CounterScreen } from '#web/features/counter/full-screen/counter-screen.tsx'
import { LanguageSwitcher } from '#web/features/person/switch-language/language-switcher.tsx'
import { SoundSwitch } from '#web/features/person/switch-sound/sound-switch.tsx'
import { TillGate } from '#web/features/till/gate/till-gate.tsx'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'
import { openOffline } from '#web/lib/api/open-offline.ts'
import { useBusinessProfile } from '#web/lib/calls/business.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { businessOf } from '#web/lib/session/business-of.ts'
import { useTrialExpired, useUser } from '#web/lib/session/session.ts'
import { ClosedToManager } from '../frames/closed-to-manager.tsx'
import { ExpiredTrial } from '../frames/expired-trial.tsx'
import { NothingHere } from '../frames/nothing-here.tsx'
import { SignInScreen } from '../frames/entry/sign-in-screen.tsx'

/** Loads after the counter, which does not need it. */
const BusinessLive = lazy(() => fetchPatiently(() => import('../dashboards/business-live.tsx')))

/** The counter of a till, or of the owner, on the whole screen. */
export default function CounterPage(): ReactNode {
  useEffect(openOffline, [])
  return (
    <TillGate otherwise={<OwnersCounter />} corner={<LanguageSwitcher />}>
      {({ businessId, businessName }) => <Counter isTill businessId={businessId} name={businessName} />}
    </TillGate>
  )
}

function OwnersCounter(): ReactNode {
  const user = useUser()
  const trialExpired = useTrialExpired()
  if (user === undefined) return <LoadingScreen />
  if (user === null) return <SignInScreen />
  const businessId = businessOf(user)
  if (businessId === undefined) return <NothingHere />
  if (trialExpired) return user.manager ? <ClosedToManager /> : <ExpiredTrial businessId={businessId} />
  return (
    <ReadProvider userId={user.id}>
      <NamedCounter businessId={businessId} />
      <Suspense>
        <BusinessLive businessId={businessId} />
      </Suspense>
    </ReadProvider>
  )
}

function NamedCounter({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const { value: profile } = useBusinessProfile(businessId)
  return (
    <Counter businessId={businessId} name={profile?.businessName ?? t('counter.title')}>
      <Link
        to="/dashboard"
        aria-label={t('header.dashboard')}
        title={t('header.dashboard')}
        className={buttonLook('quiet', 'icon')}
      >
        <LayoutDashboard aria-hidden className="size-5" />
      </Link>
    </Counter>
  )
}

/** `children`: ways out of the counter. */
function Counter({
  businessId,
  name,
  isTill = false,
  children,
}: {
  businessId: number
  name: string
  isTill?: boolean
  children?: ReactNode
}): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={name} />
      <CounterScreen
        businessId={businessId}
        businessName={name}
        isTill={isTill}
        actions={
          <>
            {children}
            <Button
              look="quiet"
              size="icon"
              aria-label={t('counter.openDisplay')}
              title={t('counter.openDisplay')}
              onClick={() => void window.open('/counter/display', 'hatik-display', 'popup')}
            >
              <MonitorSmartphone aria-hidden className="size-5" />
            </Button>
            <SoundSwitch />
            <LanguageSwitcher />
          </>
        }
      />
    </>
  )
}

import { useEffect, type ReactNode } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { addressAfterSignIn } from '#web/lib/session/come-back.ts'
import { useTrialExpired, useUser } from '#web/lib/session/session.ts'
import { checkEmailOf } from '../frames/entry/check-email.ts'
import { SignInScreen } from '../frames/entry/sign-in-screen.tsx'

const REDIRECT_AFTER_MS = 200
const SignUpScreen = lazyPart(
  async () => ({ default: (await import('../frames/entry/sign-up-screen.tsx')).SignUpScreen }),
  [],
  <LoadingScreen />,
)

/**
 * Sign-in, or with ?signup=true sign-up (R2, R47). A signed-in user is led on to the requested address, or to the
 * dashboard (R49).
 */
export default function AuthPage(): ReactNode {
  const user = useUser()
  const trialExpired = useTrialExpired()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const { state } = useLocation()
  const signingUp = parameters.get('signup') === 'true'
  const to = addressAfterSignIn(parameters) ?? '/dashboard'
  // The other mode is a new page at the same address (R21).
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [signingUp])
  useEffect(() => {
    if (!user) return
    const timer = setTimeout(() => void navigate(trialExpired ? '/billing' : to, { replace: true }), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [user, trialExpired, to, navigate])
  if (user !== null) return <LoadingScreen />
  return signingUp ? <SignUpScreen /> : <SignInScreen checkEmail={checkEmailOf(state)} />
}

import { useEffect, type ReactNode } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { LoadingScreen } from '#web/components/loading-screen.tsx'
import { useTrialExpired, useUser } from '#web/lib/session.ts'
import { checkEmailOf } from '../check-email.ts'
import { SignInScreen } from '../sign-in-screen.tsx'
import { SignUpScreen } from '../sign-up-screen.tsx'

const REDIRECT_AFTER_MS = 200

/** Sign-in or, with ?signup=true, sign-up (R2, R47); whoever is signed in goes on to the dashboard (R49). */
export default function AuthPage(): ReactNode {
  const user = useUser()
  const trialExpired = useTrialExpired()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const { state } = useLocation()
  const signingUp = parameters.get('signup') === 'true'
  // The other mode is another page to whoever reads it, at the same address (R21).
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [signingUp])
  useEffect(() => {
    if (!user) return
    const timer = setTimeout(() => void navigate(trialExpired ? '/billing' : '/dashboard', { replace: true }), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [user, trialExpired, navigate])
  if (user !== null) return <LoadingScreen />
  return signingUp ? <SignUpScreen /> : <SignInScreen checkEmail={checkEmailOf(state)} />
}

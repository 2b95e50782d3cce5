import type { ReactNode } from 'react'
import { useFarewell } from '#web/lib/session.ts'
import NotFoundPage from './routes/not-found.tsx'
import { SignInScreen } from './sign-in-screen.tsx'

/**
 * What the pages of businesses and of the staff are for everybody else: nothing (R11, R12, R16). Whoever was signed in until the session ended by itself is told so, and
 * goes on here after a new sign-in (H18, H29).
 */
export function NothingHere(): ReactNode {
  return useFarewell() ? <SignInScreen /> : <NotFoundPage />
}

import type { ReactNode } from 'react'
import { lazyPage } from '#web/lib/lazy-page.ts'
import { useFarewell } from '#web/lib/session.ts'
import NotFoundPage from './routes/not-found.tsx'

// With its own words: none of the pages that this stands for speaks them.
const SignIn = lazyPage(async () => ({ default: (await import('./sign-in-screen.tsx')).SignInScreen }), ['people', 'person', 'fields'])

/**
 * What the pages of businesses and of the staff are for everybody else: nothing (R11, R12, R16). Whoever was signed in until the session ended by itself is told so, and
 * goes on here after a new sign-in (H18, H29).
 */
export function NothingHere(): ReactNode {
  return useFarewell() ? <SignIn /> : <NotFoundPage />
}

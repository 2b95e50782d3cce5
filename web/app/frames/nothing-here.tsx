import type { ReactNode } from 'react'
import { lazyPage } from '#web/lib/api/lazy-page.ts'
import { useFarewell, useUser } from '#web/lib/session/session.ts'
import { useVisit } from '#web/lib/session/visit-state.ts'
import NotFoundPage from '../routes/not-found.tsx'

// With its own words: none of the pages that this stands for speaks them.
const SignIn = lazyPage(
  async () => ({ default: (await import('./sign-in-screen.tsx')).SignInScreen }),
  ['people', 'person', 'fields'],
)

/**
 * What the pages of businesses and of the staff are for everybody else: nothing (R11, R12, R16). Whoever was signed in until the session ended by itself is told so, and
 * goes on here after a new sign-in (H18, H29). A visitor is offered to sign in and come back, except where only staff find something.
 */
export function NothingHere({ ofStaff = false }: { ofStaff?: boolean }): ReactNode {
  const user = useUser()
  return useFarewell() ? <SignIn /> : <NotFoundPage signIn={user === null && !ofStaff} />
}

const ClosedInVisit = lazyPage(
  async () => ({ default: (await import('./closed-in-visit.tsx')).ClosedInVisit }),
  ['staff'],
)

/** The same of the pages of the staff alone, which somebody on a visit knows and does not find. */
export function NoStaffPage(): ReactNode {
  return useVisit() ? <ClosedInVisit /> : <NothingHere ofStaff />
}

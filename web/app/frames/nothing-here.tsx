import type { ReactNode } from 'react'
import { lazyPage } from '#web/lib/api/lazy-page.ts'
import { useFarewell, useUser } from '#web/lib/session/session.ts'
import { useVisit } from '#web/lib/session/visit-state.ts'
import NotFoundPage from '../routes/not-found.tsx'

// With its own words, which none of the replaced pages load.
const SignIn = lazyPage(
  async () => ({ default: (await import('./entry/sign-in-screen.tsx')).SignInScreen }),
  ['people', 'person', 'fields'],
)

/**
 * Pages of businesses and staff do not exist for anyone else (R11, R12, R16). After a session's end the page says so
 * and offers a sign-in (H18, H29); a visitor may sign in and return, except on staff pages.
 */
export function NothingHere({ ofStaff = false }: { ofStaff?: boolean }): ReactNode {
  const user = useUser()
  return useFarewell() ? <SignIn /> : <NotFoundPage signIn={user === null && !ofStaff} />
}

const ClosedInVisit = lazyPage(
  async () => ({ default: (await import('./closed-in-visit.tsx')).ClosedInVisit }),
  ['staff'],
)

/** The same for staff pages, but explained during a visit. */
export function NoStaffPage(): ReactNode {
  return useVisit() ? <ClosedInVisit /> : <NothingHere ofStaff />
}

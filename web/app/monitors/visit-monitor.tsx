import { useEffect, useLayoutEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'
import { withWords } from '#web/lib/api/lazy-page.ts'
import { currentUser } from '#web/lib/session/session.ts'
import { forgetVisit, useVisit, type Visit } from '#web/lib/session/visit-state.ts'
import { watchVisit } from '#web/lib/calls/visit.ts'

const HOME = '/admin/dashboard'
type Banner = ComponentType<{ visit: Visit; onExit: () => void }>

/**
 * While this user is signed in: asks whether this is a support visit (R205, H32), and shows its banner on top of every page (R32). `onHold` is told
 * that the page need not wait any more: the banner stands, or there is no visit.
 */
export default function VisitMonitor({
  userId,
  onHold,
}: {
  userId: number
  onHold: (isHeld: boolean) => void
}): ReactNode {
  const visit = useVisit()
  const navigate = useNavigate()
  const [Banner, setBanner] = useState<Banner>()
  const go = useRef(navigate)
  go.current = navigate

  useEffect(
    () =>
      watchVisit((end) => {
        void go.current(HOME)
        void fetchPatiently(() =>
          withWords(() => import('#web/features/admin/support-visit/say-visit-ended.ts'), ['staff']),
        ).then(({ sayVisitEnded }) => sayVisitEnded(end))
      }),
    [userId],
  )

  // Whoever signs in here next is on no visit.
  useEffect(
    () => () => {
      if (currentUser() === null) forgetVisit()
    },
    [],
  )

  // A banner that could not be fetched is tried again with the next answer about the visit: each is an object of its own.
  useEffect(() => {
    if (!visit || Banner) return
    const load = async (): Promise<void> => {
      const { default: fetched } = await withWords(
        () => import('#web/features/admin/support-visit/visit-banner.tsx'),
        ['staff'],
      )
      setBanner(() => fetched)
    }
    load().catch(() => undefined)
  }, [visit, Banner])

  const isSettled = visit === null || Boolean(visit && Banner)
  useLayoutEffect(() => {
    if (isSettled) onHold(false)
  }, [isSettled, onHold])

  return visit && Banner ? <Banner visit={visit} onExit={() => void navigate(HOME)} /> : null
}

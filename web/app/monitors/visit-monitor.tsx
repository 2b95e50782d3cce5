import { useEffect, useEffectEvent, useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'
import { withWords } from '#web/lib/api/lazy-page.ts'
import { currentUser } from '#web/lib/session/session.ts'
import { forgetVisit, useVisit, type Visit } from '#web/lib/session/visit-state.ts'
import { watchVisit } from '#web/lib/calls/staff/visit.ts'

const HOME = '/admin/dashboard'
type Banner = ComponentType<{ visit: Visit; onExit: () => void }>

/**
 * Asks whether this is a support visit (R205, H32) and shows its banner (R32). `onHold(false)`: the page need not
 * wait, because the banner is there or no visit exists.
 */
export default function VisitMonitor({
  userId,
  onHold,
}: {
  userId: number
  onHold: (isBlocked: boolean) => void
}): ReactNode {
  const visit = useVisit()
  const navigate = useNavigate()
  const [Banner, setBanner] = useState<Banner>()
  const goHome = useEffectEvent(() => void navigate(HOME))

  useEffect(
    () =>
      watchVisit((end) => {
        goHome()
        void fetchPatiently(() =>
          withWords(() => import('#web/features/admin/support-visit/say-visit-ended.ts'), ['staff']),
        ).then(({ sayVisitEnded }) => sayVisitEnded(end))
      }),
    [userId],
  )

  // The next user is on no visit.
  useEffect(
    () => () => {
      if (currentUser() === null) forgetVisit()
    },
    [],
  )

  // A banner that failed to load is retried with the next status, because each is a new object.
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

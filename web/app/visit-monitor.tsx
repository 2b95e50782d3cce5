import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { withWords } from '#web/lib/lazy-page.ts'
import { useUser } from '#web/lib/session.ts'
import { forgetVisit, useVisit, type Visit } from '#web/lib/visit-state.ts'

const HOME = '/admin/dashboard'
type Banner = ComponentType<{ visit: Visit; onExit: () => void }>

/**
 * While somebody is signed in: asks whether this is a support visit (R205, H32), and shows its banner on top of every page (R32). Nothing
 * of it is in the first script of a visitor's page.
 */
export function VisitMonitor(): ReactNode {
  const user = useUser()
  const visit = useVisit()
  const navigate = useNavigate()
  const [Banner, setBanner] = useState<Banner>()
  const go = useRef(navigate)
  go.current = navigate
  const userId = user?.id
  const signedOut = user === null

  useEffect(() => {
    if (signedOut) forgetVisit()
    if (userId === undefined) return
    let stop: (() => void) | undefined
    let left = false
    const load = async (): Promise<void> => {
      const { watchVisit } = await import('#web/lib/visit.ts')
      if (left) return
      stop = watchVisit((end) => {
        void go.current(HOME)
        void withWords(() => import('#web/features/support-visit/say-visit-ended.ts'), ['staff']).then(({ sayVisitEnded }) => sayVisitEnded(end))
      })
    }
    // Without a connection there is nothing to ask; the next page asks again.
    load().catch(() => undefined)
    return () => {
      left = true
      stop?.()
    }
  }, [signedOut, userId])

  // A banner that could not be fetched is tried again with the next answer about the visit: each is an object of its own.
  useEffect(() => {
    if (!visit || Banner) return
    const load = async (): Promise<void> => {
      const { default: fetched } = await withWords(() => import('#web/features/support-visit/visit-banner.tsx'), ['staff'])
      setBanner(() => fetched)
    }
    load().catch(() => undefined)
  }, [visit, Banner])

  return visit && Banner ? <Banner visit={visit} onExit={() => void navigate(HOME)} /> : null
}

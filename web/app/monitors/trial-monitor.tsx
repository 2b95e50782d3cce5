import { useEffect, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'
import { useTrialExpired, useUser } from '#web/lib/session/session.ts'

/**
 * Pages open to an expired business (R151), and time travel for administrators. The dashboard asks the server before
 * it redirects.
 */
const OPEN = /^\/(?:billing|auth|dashboard|time-travel\/\d+)$/

/** Redirects an expired business to /billing (R151). */
export function TrialMonitor(): ReactNode {
  const user = useUser()
  const expired = useTrialExpired()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const businessId = user?.role === 'business' ? user.id : undefined

  useEffect(() => {
    if (businessId === undefined) return
    let stop: (() => void) | undefined
    let left = false
    void fetchPatiently(() => import('#web/lib/session/trial-watch.ts')).then(({ watchTrial }) => {
      if (!left) stop = watchTrial(businessId)
    })
    return () => {
      left = true
      stop?.()
    }
  }, [businessId])

  useEffect(() => {
    if (businessId !== undefined && expired && !OPEN.test(pathname)) void navigate('/billing', { replace: true })
  }, [businessId, expired, pathname, navigate])
  return null
}

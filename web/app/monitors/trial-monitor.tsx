import { useEffect, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'
import { useTrialExpired, useUser } from '#web/lib/session/session.ts'

/** Where a business whose trial has expired may stay (R151), and an administrator who looks at its past. The dashboard asks first, and then sends it on. */
const OPEN = /^\/(?:billing|auth|dashboard|time-travel\/\d+)$/

/** Sends a business whose trial has expired to /billing, from wherever it is (R151). For everybody else it does nothing. */
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

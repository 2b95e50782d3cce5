import { useEffect, useState, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'

/** Asks the server before redirecting to billing: the stored flag may be outdated, and the bill paid. */
export function ExpiredTrial({ businessId }: { businessId: number }): ReactNode {
  const [stillExpired, setStillExpired] = useState(false)
  useEffect(() => {
    let left = false
    void fetchPatiently(() => import('#web/lib/session/trial-watch.ts'))
      .then(({ askTrialExpired }) => askTrialExpired(businessId))
      .then((expired) => !left && setStillExpired(expired))
    return () => {
      left = true
    }
  }, [businessId])
  return stillExpired ? <Navigate to="/billing" replace /> : <LoadingScreen />
}

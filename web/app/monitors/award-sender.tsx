import { useEffect, type ReactNode } from 'react'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'
import { useTrialExpired, useUser } from '#web/lib/session/session.ts'

/** What waits at a business's counter is sent from every page, not from the counter alone. One that has to pay first would be refused. */
export function AwardSender(): ReactNode {
  const user = useUser()
  const expired = useTrialExpired()
  const businessId = user?.role === 'business' && !expired ? user.id : undefined

  useEffect(() => {
    if (businessId === undefined) return
    let stop: (() => void) | undefined
    let left = false
    void fetchPatiently(() => import('#web/lib/outbox/use-award-outbox.ts')).then(({ sendWaitingAwards }) => {
      if (!left) stop = sendWaitingAwards(businessId)
    })
    return () => {
      left = true
      stop?.()
    }
  }, [businessId])
  return null
}

import { useEffect, type ReactNode } from 'react'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'
import { useTrialExpired, useUser } from '#web/lib/session/session.ts'

/** Every page sends the counter's waiting awards, unless the business has to pay first and would be refused. */
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

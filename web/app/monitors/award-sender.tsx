import { useEffect, type ReactNode } from 'react'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'
import { businessOf } from '#web/lib/session/business-of.ts'
import { useTrialExpired, useUser } from '#web/lib/session/session.ts'

/** Every page sends the counter's waiting awards, unless the business has to pay first and would be refused. */
export function AwardSender(): ReactNode {
  const user = useUser()
  const expired = useTrialExpired()
  const businessId = expired ? undefined : businessOf(user)

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

import { useEffect, useState } from 'react'
import { businessOf } from '#web/lib/session/business-of.ts'
import { useUser } from '#web/lib/session/session.ts'
import { pageStore } from '#web/lib/outbox/waiting-store.ts'

export interface AwardsLeft {
  count: number
  /** False if they are lost with this page. */
  areKept: boolean
}

/** Number of the user's waiting awards on this device at the time of asking; 0 until known. */
export function useAwardsLeft(asking: boolean): AwardsLeft {
  const businessId = businessOf(useUser())
  const [left, setLeft] = useState(0)

  useEffect(() => {
    if (!asking) return
    let living = true
    void pageStore.all().then((awards) => {
      if (living) setLeft(awards.filter((award) => award.businessId === businessId && award.refusal === null).length)
    })
    return () => {
      living = false
    }
  }, [asking, businessId])

  return { count: left, areKept: pageStore.isKept() }
}

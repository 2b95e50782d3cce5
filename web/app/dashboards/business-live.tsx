import { useEffect } from 'react'
import { yerevanDay } from '#contracts/units/time.ts'
import { READ_AGAIN_EVERY_MS, readsAfterAward } from '#web/lib/calls/business.ts'
import { useLive } from '#web/lib/reads/live.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useSpaced } from '#web/lib/words/use-spaced.ts'

const LOOK_AT_CLOCK_EVERY_MS = 60_000
/** A device's clock may be ahead: a read at its own midnight would return, and keep, the previous day. */
const CLOCK_AHEAD_MS = 2 * 60_000

/** Shows others' changes at once, or every few seconds if there are many, and starts a new day or month. */
export default function BusinessLive({ businessId }: { businessId: number }): null {
  const refresh = useRefresh()
  const afterMovement = useSpaced(() => void refresh(readsAfterAward(businessId)), READ_AGAIN_EVERY_MS)
  useLive((moved) => {
    if (moved) return afterMovement()
    // After a break, reads without a connection may show errors anywhere.
    void refresh([`/api/business/${businessId}`, `/api/business-profile/${businessId}`])
  })
  // A counter without movements at night would go on reporting last month's limit.
  useEffect(() => {
    const today = (): string => yerevanDay(new Date(Date.now() - CLOCK_AHEAD_MS))
    let day = today()
    const clock = setInterval(() => {
      if (today() === day) return
      day = today()
      void refresh(readsAfterAward(businessId))
    }, LOOK_AT_CLOCK_EVERY_MS)
    return () => clearInterval(clock)
  }, [businessId, refresh])
  return null
}

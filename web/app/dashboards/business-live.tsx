import { useEffect } from 'react'
import { yerevanDay } from '#contracts/units/time.ts'
import { READ_AGAIN_EVERY_MS, readsAfterAward } from '#web/lib/calls/business.ts'
import { useLive } from '#web/lib/reads/live.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useSpaced } from '#web/lib/words/use-spaced.ts'

const LOOK_AT_CLOCK_EVERY_MS = 60_000
/** The device's clock may be ahead: what it reads at its own midnight would be of the day before, and stay. */
const CLOCK_AHEAD_MS = 2 * 60_000

/** While a business looks at its dashboard: what another till or a buyer does shows at once, and where there is more of it, every few seconds, and a new day or month begins. */
export default function BusinessLive({ businessId }: { businessId: number }): null {
  const refresh = useRefresh()
  const afterMovement = useSpaced(() => void refresh(readsAfterAward(businessId)), READ_AGAIN_EVERY_MS)
  useLive((moved) => {
    if (moved) return afterMovement()
    // Back from a break: what could not be read without a connection stands there as an error, whatever it is.
    void refresh([`/api/business/${businessId}`, `/api/business-profile/${businessId}`])
  })
  // At a counter where nobody comes in the night nothing moves, and the month's limit would be said to be reached until somebody tries.
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

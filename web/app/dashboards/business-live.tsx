import { readsAfterAward } from '#web/lib/business.ts'
import { useLive } from '#web/lib/live.ts'
import { useRefresh } from '#web/lib/read.ts'
import { useSpaced } from '#web/lib/use-spaced.ts'

/** A busy business moves many times a second, and each refresh reads every list on the dashboard: nobody looks more often than this. */
const REFRESH_EVERY_MS = 2_500

/** While a business looks at its dashboard: what another till or a buyer does shows at once, and where there is more of it, every few seconds. */
export default function BusinessLive({ businessId }: { businessId: number }): null {
  const refresh = useRefresh()
  const afterMovement = useSpaced(() => void refresh(readsAfterAward(businessId)), REFRESH_EVERY_MS)
  useLive((moved) => {
    if (moved) return afterMovement()
    // Back from a break: what could not be read without a connection stands there as an error, whatever it is.
    void refresh([`/api/business/${businessId}`, `/api/business-profile/${businessId}`])
  })
  return null
}

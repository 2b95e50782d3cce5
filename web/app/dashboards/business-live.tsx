import { readsAfterAward } from '#web/lib/business.ts'
import { useLive } from '#web/lib/live.ts'
import { useRefresh } from '#web/lib/read.ts'

/** While a business looks at its dashboard: what another till or a buyer does shows at once. */
export default function BusinessLive({ businessId }: { businessId: number }): null {
  const refresh = useRefresh()
  useLive(() => void refresh(readsAfterAward(businessId)))
  return null
}

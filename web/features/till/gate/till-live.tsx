import { useEffect } from 'react'
import { READ_AGAIN_EVERY_MS, readsAfterAward } from '#web/lib/calls/business.ts'
import { useLive } from '#web/lib/reads/live.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useSpaced } from '#web/lib/words/use-spaced.ts'
import { askTill } from '#web/lib/session/till-state.ts'

/** Shows what other tills do. The stream's end may mean that the till was disconnected, so the server is asked. */
export function TillLive({ businessId }: { businessId: number }): null {
  const refresh = useRefresh()
  const afterMovement = useSpaced(() => void refresh(readsAfterAward(businessId)), READ_AGAIN_EVERY_MS)
  useLive((moved) => {
    if (moved) return afterMovement()
    void refresh([`/api/business/${businessId}`])
    void askTill()
  }, askTill)
  // People may have changed while the page was out of sight.
  useEffect(() => {
    const onSeen = (): void => {
      if (document.visibilityState === 'visible') void askTill()
    }
    document.addEventListener('visibilitychange', onSeen)
    window.addEventListener('online', onSeen)
    return () => {
      document.removeEventListener('visibilitychange', onSeen)
      window.removeEventListener('online', onSeen)
    }
  }, [])
  return null
}

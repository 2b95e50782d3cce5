/**
 * Watches the own business's status (R151, R152): asked at the start, every 20 minutes while the page is seen, when it is looked at
 * again after 10, and when the trial's end passes. The answer moves the flag of lib/session; who shows pages follows the flag.
 */
import { businessProfileSchema, type BusinessProfile } from '#contracts/business.ts'
import { api } from './api.ts'
import { setTrialExpired } from './session.ts'

const MINUTE_MS = 60_000
const CHECK_MS = 15 * MINUTE_MS
const REFETCH_MS = 20 * MINUTE_MS
const STALE_MS = 10 * MINUTE_MS

export interface Looked {
  atMs: number
  trialEndMs: number | undefined
}

/** Whether to ask again: by age, or because the trial's end has passed since. `seen`: the page has just come into view. */
export function isDue({ atMs, trialEndMs }: Looked, nowMs: number, seen: boolean): boolean {
  if (trialEndMs !== undefined && trialEndMs > atMs && trialEndMs <= nowMs) return true
  return nowMs - atMs >= (seen ? STALE_MS : REFETCH_MS)
}

/** Starts watching; the answer stops it. A business that cannot be asked about keeps what was known. */
export function watchTrial(businessId: number): () => void {
  let looked: Looked | undefined
  let stopped = false

  async function look(): Promise<void> {
    const profile: BusinessProfile | undefined = await api.read(`/api/business-profile/${businessId}`, businessProfileSchema).catch(() => undefined)
    if (!profile || stopped) return
    looked = { atMs: Date.now(), trialEndMs: profile.trialEndDate === null ? undefined : Date.parse(profile.trialEndDate) }
    setTrialExpired(profile.status === 'trial_expired')
  }
  const check = (seen: boolean): void => {
    if (document.visibilityState === 'visible' && (!looked || isDue(looked, Date.now(), seen))) void look()
  }
  const onSeen = (): void => check(true)

  void look()
  const timers = [CHECK_MS, REFETCH_MS].map((everyMs) => setInterval(() => check(false), everyMs))
  document.addEventListener('visibilitychange', onSeen)
  return () => {
    stopped = true
    timers.forEach(clearInterval)
    document.removeEventListener('visibilitychange', onSeen)
  }
}

/**
 * Watches the own business's status (R151, R152): asked at the start, every 20 minutes while the page is seen, when it is looked at
 * again after 10, and when the trial's end passes. The answer moves the flag of lib/session; who shows pages follows the flag.
 */
import { businessProfileSchema, type BusinessProfile } from '#contracts/calls/business.ts'
import { api } from '#web/lib/api/api.ts'
import { setTrialExpired } from './session.ts'

const MINUTE_MS = 60_000
const CHECK_MS = 15 * MINUTE_MS
const REFETCH_MS = 20 * MINUTE_MS
const STALE_MS = 10 * MINUTE_MS

export interface Looked {
  atMs: number
  trialEndMs: number | undefined
}

/** Whether to ask again between the regular times: by age, or because the trial's end has passed since. `seen`: the page has just come into view. */
export function isDue({ atMs, trialEndMs }: Looked, nowMs: number, seen: boolean): boolean {
  if (trialEndMs !== undefined && trialEndMs > atMs && trialEndMs <= nowMs) return true
  return nowMs - atMs >= (seen ? STALE_MS : REFETCH_MS)
}

const readProfile = (businessId: number): Promise<BusinessProfile | undefined> =>
  api.read(`/api/business-profile/${businessId}`, businessProfileSchema).catch(() => undefined)

/** Asks anew whether the trial has expired, and moves the flag. True as well where nobody answers: the flag says so. */
export async function askTrialExpired(businessId: number): Promise<boolean> {
  const profile = await readProfile(businessId)
  if (profile) setTrialExpired(profile.status === 'trial_expired')
  return profile === undefined || profile.status === 'trial_expired'
}

/** Starts watching; the returned function stops it. A business that cannot be asked about keeps what was known. */
export function watchTrial(businessId: number): () => void {
  let looked: Looked | undefined
  let asking = false
  let stopped = false

  async function look(): Promise<void> {
    // Once an hour both timers come at the same moment.
    if (asking) return
    asking = true
    const askedAtMs = Date.now()
    const profile = await readProfile(businessId)
    asking = false
    if (!profile || stopped) return
    looked = {
      atMs: askedAtMs,
      trialEndMs: profile.trialEndDate === null ? undefined : Date.parse(profile.trialEndDate),
    }
    setTrialExpired(profile.status === 'trial_expired')
  }
  const isSeen = (): boolean => document.visibilityState === 'visible'
  const check = (seen: boolean): void => {
    if (isSeen() && (!looked || isDue(looked, Date.now(), seen))) void look()
  }
  const onSeen = (): void => check(true)

  void look()
  const timers = [
    setInterval(() => check(false), CHECK_MS),
    // Without a look at its age: an answer came a moment after it was asked for, and would be too young by that moment.
    setInterval(() => isSeen() && void look(), REFETCH_MS),
  ]
  document.addEventListener('visibilitychange', onSeen)
  return () => {
    stopped = true
    timers.forEach(clearInterval)
    document.removeEventListener('visibilitychange', onSeen)
  }
}

/**
 * Polls the business's own status (R151, R152): at start, every 20 minutes while visible, after 10 when it becomes
 * visible again, and at the trial's end. Sets the flag of lib/session.
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

/** `seen`: the page has just become visible. */
export function isDue({ atMs, trialEndMs }: Looked, nowMs: number, seen: boolean): boolean {
  if (trialEndMs !== undefined && trialEndMs > atMs && trialEndMs <= nowMs) return true
  return nowMs - atMs >= (seen ? STALE_MS : REFETCH_MS)
}

const readProfile = (businessId: number): Promise<BusinessProfile | undefined> =>
  api.read(`/api/business-profile/${businessId}`, businessProfileSchema).catch(() => undefined)

/** Sets the flag. True also without a response, because the flag is set already. */
export async function askTrialExpired(businessId: number): Promise<boolean> {
  const profile = await readProfile(businessId)
  if (profile) setTrialExpired(profile.status === 'trial_expired')
  return profile === undefined || profile.status === 'trial_expired'
}

/** Returns the stop function. Without a response the flag stays. */
export function watchTrial(businessId: number): () => void {
  let looked: Looked | undefined
  let asking = false
  let stopped = false

  async function look(): Promise<void> {
    // Once an hour both timers fire together.
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
    // Regardless of the last reply's age, so that a few milliseconds do not skip a poll.
    setInterval(() => isSeen() && void look(), REFETCH_MS),
  ]
  document.addEventListener('visibilitychange', onSeen)
  return () => {
    stopped = true
    timers.forEach(clearInterval)
    document.removeEventListener('visibilitychange', onSeen)
  }
}

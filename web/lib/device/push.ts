/** Notifications of this browser (decision 56). */

/** 'install': only from the Home Screen (iOS). 'blocked': the person has refused, which only she can change. */
export type PushAbility = 'ready' | 'blocked' | 'install' | 'none'

/** The worker loads the whole offline shell before it is active. */
const WORKER_PATIENCE_MS = 15_000

const isAppleMobile = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad that asks for desktop pages.
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** Opened from the Home Screen of iOS; without the push interface there, the system is older than it. */
const isOnHomeScreen = (): boolean => 'standalone' in navigator && navigator.standalone === true

export function pushAbility(): PushAbility {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble) return isAppleMobile() && !isOnHomeScreen() ? 'install' : 'none'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/** False without the push interface, too. */
export const isPushUndecided = (): boolean => pushAbility() === 'ready' && Notification.permission === 'default'

/** Null without a subscription, or if the browser cannot say. */
export async function browserSubscription(): Promise<PushSubscription | null> {
  if (pushAbility() !== 'ready') return null
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    return (await registration?.pushManager.getSubscription()) ?? null
  } catch {
    return null
  }
}

/**
 * Asks the person if needed, so it has to follow a press. `publicKey`: base64url. Null if she refuses, or if the
 * browser cannot subscribe; its permission tells which.
 */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  try {
    const registration = await activeRegistration()
    const before = await registration?.pushManager.getSubscription()
    if (before && keyOf(before) === publicKey) return before
    // A browser keeps one subscription, which belongs to one key.
    await before?.unsubscribe()
    const options = { userVisibleOnly: true, applicationServerKey: publicKey }
    return (await registration?.pushManager.subscribe(options)) ?? null
  } catch {
    return null
  }
}

/** Subscribing needs an active worker, which a first visit is still installing. Undefined if that takes too long. */
const activeRegistration = (): Promise<ServiceWorkerRegistration | undefined> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<undefined>((resolve) => setTimeout(resolve, WORKER_PATIENCE_MS, undefined)),
  ])

function keyOf({ options: { applicationServerKey } }: PushSubscription): string | undefined {
  if (!applicationServerKey) return undefined
  const bytes = String.fromCodePoint(...new Uint8Array(applicationServerKey))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Who is signed in. The cookie decides; what is kept here only lets a screen appear at once after a reload, and is checked with
 * the server at start (R145), after a 401, and when another page of this browser has changed it. The schemas are fetched when there is
 * something to parse: a visitor's first page goes without them.
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import type { SessionUser } from '#contracts/calls/session.ts'
import { ApiError, type ApiErrorCode } from '#web/lib/api/api-error.ts'
import { api } from '#web/lib/api/api.ts'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'
import { forgetAct } from './last-act.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { LEAVING_NAME, storage } from '#web/lib/device/storage.ts'
import { currentVisit } from './visit-state.ts'

const NAME = 'hatik.user'
const TRIAL_EXPIRED_NAME = 'hatik.trial-expired'
const store = getDefaultStore()
const schemas = (): Promise<typeof import('#contracts/calls/session.ts')> => import('#contracts/calls/session.ts')

/** undefined: not known yet, the server is being asked; null: nobody. */
const userAtom = atom<SessionUser | null | undefined>(null)

/** C1: the business may pay and nothing else until then. Kept, so that a reload does not forget it. */
const trialExpiredAtom = atom(storage.get(TRIAL_EXPIRED_NAME) === 'yes')
/** Why the last user is no longer signed in, where it was not the person's own wish. */
const farewellAtom = atom<ApiErrorCode | null>(null)

/** True while the signed-in business has to pay before anything else (R147, R153). */
export function useTrialExpired(): boolean {
  return useAtomValue(trialExpiredAtom)
}

/** Sets or clears the flag, here and after a reload. */
export function setTrialExpired(expired: boolean): void {
  if (expired) storage.set(TRIAL_EXPIRED_NAME, 'yes')
  else storage.remove(TRIAL_EXPIRED_NAME)
  store.set(trialExpiredAtom, expired)
}

/** Why the session has ended by itself: 'not_signed_in' or what became of the account; null otherwise. */
export function useFarewell(): ApiErrorCode | null {
  return useAtomValue(farewellAtom)
}

/** The signed-in user; null for a visitor, undefined while that is being asked. */
export function useUser(): SessionUser | null | undefined {
  return useAtomValue(userAtom)
}

/** As `useUser`, outside of components. */
export const currentUser = (): SessionUser | null | undefined => store.get(userAtom)

/** The saved user, null where there is none. Anything unreadable is removed (R146). */
export async function savedUser(): Promise<SessionUser | null> {
  const saved = storage.get(NAME)
  if (saved === null) return null
  const { sessionUserSchema } = await fetchPatiently(schemas)
  try {
    return sessionUserSchema.parse(JSON.parse(saved))
  } catch {
    storage.remove(NAME)
    return null
  }
}

/** Of this page's clock: when this device last learned who is signed in, or that the session has another id. */
let setAtMs = 0
/** Calls under way that give the session another id. */
let renewals = 0

const asSaved = ({ id, buyerId, firstName, lastName, email, phone, role, language }: SessionUser): string =>
  JSON.stringify({ id, buyerId, firstName, lastName, email, phone, role, language } satisfies SessionUser)

/** Makes this the signed-in user, here and after a reload; null is nobody. Saves the fields of R131 and no others. */
export function setUser(user: SessionUser | null): void {
  forgetAct()
  if (!user || store.get(userAtom)?.id !== user.id) {
    dropReadCache()
    // What is known of one business's trial says nothing of whoever comes next.
    setTrialExpired(false)
  }
  if (user) {
    storage.set(NAME, asSaved(user))
    storage.remove(LEAVING_NAME)
  } else {
    storage.remove(NAME)
    api.forgetPosition()
  }
  store.set(farewellAtom, null)
  store.set(userAtom, user)
  setAtMs = performance.now()
}

/** The last three (H29) a business may meet at any call; its session has ended with it. */
const ENDS: readonly ApiErrorCode[] = [
  'not_signed_in',
  'account_suspended',
  'pending_confirmation',
  'registration_rejected',
]
const endsSession = (code: ApiErrorCode): boolean => ENDS.includes(code)

/**
 * Before (1) and after (-1) a call that gives the session another id (H17): whatever is asked with the old one meanwhile is refused, and that says
 * nothing of the new one.
 */
export function renewing(step: 1 | -1): void {
  renewals += step
  setAtMs = performance.now()
}

/**
 * A refusal may be the end of the session (H18, H29), or of an id that it had before, in this page or in another of this browser: the server knows.
 * C1: an expired trial only narrows the session. What was asked before somebody signed in says nothing of her.
 */
function onRefused(code: ApiErrorCode, askedAtMs: number): void {
  const user = store.get(userAtom)
  if (user && (renewals > 0 || askedAtMs < setAtMs)) return
  if (code === 'trial_expired' && user) return setTrialExpired(true)
  // During a support visit it is the visited business that may not; the administrator's session goes on.
  if (!endsSession(code) || (code !== 'not_signed_in' && currentVisit())) return
  if (user === null) forgetUser(code)
  else void askWho()
}

/** The session has ended, and it is remembered why. */
function forgetUser(code: ApiErrorCode): void {
  const user = store.get(userAtom)
  // Of several calls at once the first is told why; the others only find no session any more, and may be heard before it.
  const isLate = user === null && (code === 'not_signed_in' || store.get(farewellAtom) !== 'not_signed_in')
  if (isLate) return
  if (user !== null) setUser(null)
  if (user !== undefined || code !== 'not_signed_in') store.set(farewellAtom, code)
}

let asking: Promise<void> | undefined

/** Asks the server who is signed in, and goes by that; where no answer comes, what is known stays. */
export function askWho(): Promise<void> {
  asking ??= ask().finally(() => (asking = undefined))
  return asking
}

async function ask(): Promise<void> {
  const askedAtMs = performance.now()
  try {
    const user = await api.read('/api/auth/me', (await fetchPatiently(schemas)).sessionUserSchema)
    // Whoever signed in meanwhile, or has changed her details, knows more than an answer from before.
    if (setAtMs <= askedAtMs) setUser(user)
  } catch (error) {
    if (setAtMs > askedAtMs || renewals > 0) return
    if (error instanceof ApiError && endsSession(error.code)) forgetUser(error.code)
    // Nothing was saved, and nobody answers: a visitor until the next call.
    else if (store.get(userAtom) === undefined) setUser(null)
  }
}

/**
 * A page to which one goes back may be shown as it was left, without being loaded and without having heard of anything since. Whoever it shows may
 * have signed out meanwhile: nothing of theirs is left on the screen while the server is asked.
 */
function comeBack(): void {
  const shown = store.get(userAtom)
  const saved = storage.get(NAME)
  if (!shown && saved === null) return
  if (saved !== (shown ? asSaved(shown) : null)) store.set(userAtom, undefined)
  // What was asked before it was left does not answer this.
  void Promise.resolve(asking).then(askWho)
}

/**
 * At start: shows the saved user and checks it with the server. A visitor with nothing saved is not asked about, except on a page
 * that needs a user (`required`), where a session may have outlived its saved user. From then on the pages of one browser learn from each other
 * that somebody has signed in or out: they share the session.
 */
export async function startSession(required: boolean): Promise<void> {
  api.onRefused(({ code }, askedAtMs) => onRefused(code, askedAtMs))
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) comeBack()
  })
  // What was asked before does not answer this.
  addEventListener('storage', ({ key }) => void (key === NAME && Promise.resolve(asking).then(askWho)))
  if (storage.get(LEAVING_NAME) && !(await (await import('#web/lib/calls/sign-out.ts')).endLeft())) return
  const hadSaved = storage.get(NAME) !== null
  if (!hadSaved && !required) return
  store.set(userAtom, undefined)
  const saved = await savedUser()
  if (saved) store.set(userAtom, saved)
  await askWho()
}

/**
 * Who is signed in. The cookie decides; what is kept here only lets a screen appear at once after a reload, and is checked with
 * the server at start (R145). Any 401 forgets it. The schemas are fetched when there is something to parse: a visitor's first
 * page goes without them.
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import type { SessionUser } from '#contracts/session.ts'
import type { ApiErrorCode } from './api-error.ts'
import { api } from './api.ts'
import { fetchPart, fetchPatiently } from './fetch-code.ts'
import { dropReadCache } from './read-cache.ts'
import { storage } from './storage.ts'
import { currentVisit } from './visit-state.ts'

const NAME = 'hatik.user'
const TRIAL_EXPIRED_NAME = 'hatik.trial-expired'
const store = getDefaultStore()
const schemas = (): Promise<typeof import('#contracts/session.ts')> => import('#contracts/session.ts')

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

/** Makes this the signed-in user, here and after a reload; null is nobody. Saves the fields of R131 and no others. */
export function setUser(user: SessionUser | null): void {
  if (store.get(userAtom)?.id !== user?.id) dropReadCache()
  if (user) {
    const { id, buyerId, firstName, lastName, email, phone, role, language } = user
    storage.set(NAME, JSON.stringify({ id, buyerId, firstName, lastName, email, phone, role, language } satisfies SessionUser))
  } else {
    storage.remove(NAME)
    api.forgetPosition()
    setTrialExpired(false)
  }
  store.set(farewellAtom, null)
  store.set(userAtom, user)
  setAtMs = performance.now()
}

/** H29: what a business may meet at any call; its session has ended with it. */
const ENDS_SESSION: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>(['account_suspended', 'pending_confirmation', 'registration_rejected'])

/**
 * Before (1) and after (-1) a call that gives the session another id (H17): whatever is asked with the old one meanwhile is refused, and that says
 * nothing of the new one. `refused`: so was this call, and there is no session.
 */
export function renewing(step: 1 | -1, refused?: ApiErrorCode): void {
  renewals += step
  setAtMs = performance.now()
  if (refused) onRefused(refused, setAtMs)
}

/**
 * H18, H29: a session that has ended or lost its right is forgotten, and it is remembered why. C1: an expired trial only narrows it. What was asked
 * before somebody signed in says nothing of her.
 */
function onRefused(code: ApiErrorCode, askedAtMs: number): void {
  const user = store.get(userAtom)
  if (user && (renewals > 0 || askedAtMs < setAtMs)) return
  if (code === 'trial_expired' && user) return setTrialExpired(true)
  // During a support visit it is the visited business that may not; the administrator's session goes on.
  const ends = ENDS_SESSION.has(code) && !currentVisit()
  if (code !== 'not_signed_in' && !ends) return
  // Of several calls at once the first is told why; the others only find no session any more, and may be heard before it.
  if (user === null) {
    if (ends && store.get(farewellAtom) === 'not_signed_in') store.set(farewellAtom, code)
    return
  }
  setUser(null)
  if (user || ends) store.set(farewellAtom, code)
}


/**
 * At start: shows the saved user and checks it with the server. A visitor with nothing saved is not asked about, except on a page
 * that needs a user (`required`), where a session may have outlived its saved user.
 */
export async function startSession(required: boolean): Promise<void> {
  api.onRefused(({ code }, askedAtMs) => onRefused(code, askedAtMs))
  const hadSaved = storage.get(NAME) !== null
  if (!hadSaved && !required) return
  store.set(userAtom, undefined)
  const saved = await savedUser()
  if (saved) store.set(userAtom, saved)
  const askedAtMs = performance.now()
  try {
    const user = await api.read('/api/auth/me', (await fetchPatiently(schemas)).sessionUserSchema)
    // Whoever signed in meanwhile, or has changed her details, knows more than an answer from before.
    if (setAtMs <= askedAtMs) setUser(user)
  } catch {
    // 401 has forgotten the user already. Offline, the saved one stays; without one it is a visitor until the next call.
    if (store.get(userAtom) === undefined) setUser(null)
  }
}

/** POST /api/auth/login. Rejects with ApiError. */
export async function signIn(input: { email: string; password: string }, key: string): Promise<SessionUser> {
  const { sessionUserSchema } = await fetchPart(schemas)
  return api.write({ method: 'POST', path: '/api/auth/login', body: input, key, reply: sessionUserSchema })
}

/** POST /api/auth/logout (C17). Rejects with ApiError; a session that had ended already is a 401. */
export async function signOut(key: string): Promise<void> {
  const { anyReply } = await fetchPart(() => import('./any-reply.ts'))
  await api.write({ method: 'POST', path: '/api/auth/logout', key, reply: anyReply })
}

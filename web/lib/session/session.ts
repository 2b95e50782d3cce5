/**
 * The signed-in user. The cookie decides; the saved user only shows a screen at once after a reload. The server
 * confirms it at start (R145), after a 401, and when another page of this browser changes it. Schemas load on demand,
 * so that a visitor's first page goes without them.
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { ApiError, type ApiErrorCode } from '#web/lib/api/api-error.ts'
import { api } from '#web/lib/api/api.ts'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'
import { forgetAct } from './last-act.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { LEAVING_NAME, NEW_CODE_NAME, storage, WALLET_NAME } from '#web/lib/device/storage.ts'
import { currentVisit } from './visit-state.ts'

const NAME = 'hatik.user'
const TRIAL_EXPIRED_NAME = 'hatik.trial-expired'
const store = getDefaultStore()
const schemas = (): Promise<typeof import('#contracts/calls/account/session.ts')> =>
  import('#contracts/calls/account/session.ts')

/** Undefined while the server is asked, null for a visitor. */
const userAtom = atom<SessionUser | null | undefined>(null)

/** C1: until it pays, the business may do nothing else. Survives a reload. */
const trialExpiredAtom = atom(storage.get(TRIAL_EXPIRED_NAME) === 'yes')
/** Why the last user was signed out, unless by choice. */
const farewellAtom = atom<ApiErrorCode | null>(null)

/** R147, R153. */
export function useTrialExpired(): boolean {
  return useAtomValue(trialExpiredAtom)
}

export function setTrialExpired(expired: boolean): void {
  if (expired) storage.set(TRIAL_EXPIRED_NAME, 'yes')
  else storage.remove(TRIAL_EXPIRED_NAME)
  store.set(trialExpiredAtom, expired)
}

/** 'not_signed_in', or the account's new state; 'forbidden' in a till's browser. */
export function useFarewell(): ApiErrorCode | null {
  return useAtomValue(farewellAtom)
}

export function useUser(): SessionUser | null | undefined {
  return useAtomValue(userAtom)
}

export const currentUser = (): SessionUser | null | undefined => store.get(userAtom)

/** Nobody has signed in or signed up in this browser, as far as it knows. */
export const isStranger = (): boolean => [NAME, NEW_CODE_NAME].every((name) => storage.get(name) === null)

/** Removes an unreadable saved user (R146). */
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

/** When this device last learned who is signed in or that the session id changed, by this page's clock. */
let setAtMs = 0
/** Calls in progress that change the session id. */
let renewals = 0

const asSaved = ({ id, buyerId, firstName, lastName, email, phone, role, language, manager }: SessionUser): string =>
  JSON.stringify({ id, buyerId, firstName, lastName, email, phone, role, language, manager } satisfies SessionUser)

/** Null is nobody. Saves only the fields of R131. */
export function setUser(user: SessionUser | null): void {
  forgetAct()
  if (!user || store.get(userAtom)?.id !== user.id) {
    dropReadCache()
    storage.remove(WALLET_NAME)
    // The flag is the previous business's.
    setTrialExpired(false)
  }
  if (user) {
    storage.set(NAME, asSaved(user))
    storage.remove(LEAVING_NAME)
    storage.remove(NEW_CODE_NAME)
  } else {
    storage.remove(NAME)
    api.forgetPosition()
  }
  store.set(farewellAtom, null)
  store.set(userAtom, user)
  setAtMs = performance.now()
}

/** Any call may return the last three (H29); they end the session, too. */
const ENDS: readonly ApiErrorCode[] = [
  'not_signed_in',
  'account_suspended',
  'pending_confirmation',
  'registration_rejected',
]
const endsSession = (code: ApiErrorCode): boolean => ENDS.includes(code)

/**
 * Brackets (1 before, -1 after) a call that changes the session id (H17): requests with the old id are refused
 * meanwhile, which says nothing of the new one.
 */
export function renewing(step: 1 | -1): void {
  renewals += step
  setAtMs = performance.now()
}

/**
 * A refusal may mean that the session ended (H18, H29), or only that its id changed, here or in another page; so ask
 * the server. C1: an expired trial only restricts the session. Requests from before a sign-in are ignored.
 */
function onRefused({ code, foreign }: ApiError, askedAtMs: number): void {
  const user = store.get(userAtom)
  // Only a till is refused so without a user, e.g. when somebody tries to sign in there.
  if (user === null && code === 'forbidden' && !foreign) return store.set(farewellAtom, code)
  if (user && (renewals > 0 || askedAtMs < setAtMs)) return
  if (code === 'trial_expired' && user) return setTrialExpired(true)
  // During a support visit the refusal concerns the visited business; the administrator's session continues.
  if (!endsSession(code) || (code !== 'not_signed_in' && currentVisit())) return
  if (user === null) forgetUser(code)
  else void askWho()
}

function forgetUser(code: ApiErrorCode): void {
  const user = store.get(userAtom)
  // Of several failing calls, the first carries the reason; the others only find no session, and may arrive before it.
  const isLate = user === null && (code === 'not_signed_in' || store.get(farewellAtom) !== 'not_signed_in')
  if (isLate) return
  if (user !== null) setUser(null)
  if (user !== undefined || code !== 'not_signed_in') store.set(farewellAtom, code)
}

let asking: Promise<void> | undefined

/** Without a reply the known user stays. */
export function askWho(): Promise<void> {
  asking ??= ask().finally(() => (asking = undefined))
  return asking
}

async function ask(): Promise<void> {
  const askedAtMs = performance.now()
  try {
    const reply = fetchPatiently(schemas).then(({ sessionUserSchema }) => sessionUserSchema)
    const user = await api.read('/api/auth/me', reply)
    // A later sign-in or profile change outdates this reply.
    if (setAtMs <= askedAtMs) setUser(user)
  } catch (error) {
    if (setAtMs > askedAtMs || renewals > 0) return
    // A till has no user (decision 45).
    const isTill = error instanceof ApiError && error.code === 'forbidden' && !error.foreign
    if (isTill || (error instanceof ApiError && endsSession(error.code))) forgetUser(error.code)
    // Nothing saved and no reply: a visitor until the next call.
    else if (store.get(userAtom) === undefined) setUser(null)
  }
}

/**
 * Going back may show a page frozen in the browser's cache. Its user may have signed out since, so hide it while the
 * server is asked.
 */
function comeBack(): void {
  const shown = store.get(userAtom)
  const saved = storage.get(NAME)
  if (!shown && saved === null) return
  if (saved !== (shown ? asSaved(shown) : null)) store.set(userAtom, undefined)
  // A request from before the page was left proves nothing.
  void Promise.resolve(asking).then(askWho)
}

/**
 * Shows the saved user and confirms it with the server. Without a saved user the server is asked only on a page that
 * needs one (`required`), because a session may outlive it. From then on this browser's pages share sign-ins and
 * sign-outs.
 */
export async function startSession(required: boolean): Promise<void> {
  api.onRefused(onRefused)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) comeBack()
  })
  addEventListener('storage', ({ key }) => void (key === NAME && Promise.resolve(asking).then(askWho)))
  if (storage.get(LEAVING_NAME) && !(await (await import('#web/lib/calls/account/sign-out.ts')).endLeft())) return
  const hadSaved = storage.get(NAME) !== null
  if (!hadSaved && !required) return
  store.set(userAtom, undefined)
  const saved = await savedUser()
  if (saved) store.set(userAtom, saved)
  await askWho()
}

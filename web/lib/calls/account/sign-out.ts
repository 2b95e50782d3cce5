import { ApiError } from '#web/lib/api/api-error.ts'
import { api } from '#web/lib/api/api.ts'
import { fetchPart } from '#web/lib/api/fetch-code.ts'
import { newKey } from '#web/lib/api/new-key.ts'
import { LEAVING_NAME, storage } from '#web/lib/device/storage.ts'

/** POST /api/auth/logout (C17). Rejects with ApiError. */
export async function signOut(key: string): Promise<void> {
  const { anyReply } = await fetchPart(() => import('#web/lib/api/any-reply.ts'))
  await api.write({ method: 'POST', path: '/api/auth/logout', key, reply: anyReply })
}

/** Remembers a sign-out made offline, because only the server can clear the session cookie. */
export function signOutLater(): void {
  storage.set(LEAVING_NAME, 'yes')
  window.addEventListener('online', () => void endLeft(), { once: true })
}

/** Ends a session whose sign-out was made offline. False if the outcome is unknown, e.g. still offline. */
export async function endLeft(): Promise<boolean> {
  // A later sign-in has a new session, which must stay.
  if (storage.get(LEAVING_NAME) === null) return true
  try {
    await signOut(newKey())
  } catch (error) {
    if (!(error instanceof ApiError) || error.outcomeUnknown) {
      window.addEventListener('online', () => void endLeft(), { once: true })
      return false
    }
  }
  storage.remove(LEAVING_NAME)
  return true
}

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

/** Without a connection only the server can end the session, whose cookie no script reaches: it is remembered until then. */
export function signOutLater(): void {
  storage.set(LEAVING_NAME, 'yes')
  window.addEventListener('online', () => void endLeft(), { once: true })
}

/** Ends a session that was left without a connection. False where there still is none. */
export async function endLeft(): Promise<boolean> {
  // Whoever has signed in since has a session of her own.
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

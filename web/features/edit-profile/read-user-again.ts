import { sessionUserSchema } from '#contracts/session.ts'
import { api } from '#web/lib/api.ts'
import { setUser } from '#web/lib/session.ts'

/** What another device, or the link of a mail, has changed of this person meanwhile. Rejects with ApiError. */
export async function readUserAgain(): Promise<void> {
  setUser(await api.read('/api/auth/me', sessionUserSchema))
}

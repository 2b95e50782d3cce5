import { api } from './api.ts'
import { fetchPart } from './fetch-code.ts'

/** POST /api/auth/logout (C17). Rejects with ApiError. */
export async function signOut(key: string): Promise<void> {
  const { anyReply } = await fetchPart(() => import('./any-reply.ts'))
  await api.write({ method: 'POST', path: '/api/auth/logout', key, reply: anyReply })
}

/** A session that has just proved its password: some acts ask for more than a session, which a screen that was left open has too. */
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

declare module 'fastify' {
  interface Session {
    /** Epoch; of this session alone, and gone with its next sign-in. */
    confirmedAtMs?: number
  }
}

/** How long a proof holds. */
export const CONFIRMED_MS = 5 * 60 * 1000

export function isConfirmed({ session }: FastifyRequest, { now }: Pick<Deps, 'now'>): boolean {
  return session.confirmedAtMs !== undefined && now().getTime() - session.confirmedAtMs < CONFIRMED_MS
}

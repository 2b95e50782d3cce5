/** Recently proved password: some acts need more than a session, which an unattended screen has too. */
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

declare module 'fastify' {
  interface Session {
    /** Epoch ms; ends with the next sign-in. */
    confirmedAtMs?: number
  }
}

export const CONFIRMED_MS = 5 * 60 * 1000

export function isConfirmed({ session }: FastifyRequest, { now }: Pick<Deps, 'now'>): boolean {
  return session.confirmedAtMs !== undefined && now().getTime() - session.confirmedAtMs < CONFIRMED_MS
}

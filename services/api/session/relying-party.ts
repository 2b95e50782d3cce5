import type { FastifyRequest } from 'fastify'
import type { Env } from '#platform/env/env.ts'
import { publicOrigin } from '../http/public-origin.ts'

/**
 * COSE ids of EdDSA, ES256 and RS256. The library's default would add those that are experimental in this Node, whose
 * keys another one could not check.
 */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

/** The site that passkeys belong to: PUBLIC_URL, or the request's own. */
export function relyingParty(request: FastifyRequest, env: Env): { id: string; name: string; origin: string } {
  const { hostname, origin } = new URL(publicOrigin(request, env))
  return { id: hostname, name: 'Hatik', origin }
}

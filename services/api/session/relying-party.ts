import type { FastifyRequest } from 'fastify'
import type { Env } from '#platform/env/env.ts'
import { ApiError } from '../http/api-error.ts'
import { publicOrigin } from '../http/public-origin.ts'

/**
 * COSE ids of EdDSA, ES256 and RS256. The library's default would add those that are experimental in this Node, whose
 * keys another one could not check.
 */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

/** The site that passkeys belong to: PUBLIC_URL, or the request's own. Throws 400 for a Host that makes no address. */
export function relyingParty(request: FastifyRequest, env: Env): { id: string; name: string; origin: string } {
  const address = publicOrigin(request, env)
  if (!URL.canParse(address)) throw new ApiError('invalid_input')
  const { hostname, origin } = new URL(address)
  return { id: hostname, name: 'Hatik', origin }
}

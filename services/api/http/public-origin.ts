import type { FastifyRequest } from 'fastify'
import type { Env } from '#platform/env/env.ts'

/** Without a trailing slash: PUBLIC_URL, or the request's own. */
export function publicOrigin(request: FastifyRequest, env: Env): string {
  return env.PUBLIC_URL?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`
}

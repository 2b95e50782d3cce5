import type { FastifyRequest } from 'fastify'
import type { Env } from '#platform/env/env.ts'

/** Scheme and host that people and crawlers know, without a slash at the end: PUBLIC_URL, or as the request names it. */
export function publicOrigin(request: FastifyRequest, env: Env): string {
  return env.PUBLIC_URL?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`
}

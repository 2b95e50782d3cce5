import type { FastifyRequest } from 'fastify'
import { recordSecurity, type Security } from '#accounts/security-log.ts'
import type { Deps } from '../deps.ts'

/** Writes to the security log after the fact. A call is not refused because its line could not be written: that is told in the server's own log. */
export async function noteSecurity(
  request: FastifyRequest,
  deps: Pick<Deps, 'pool' | 'now'>,
  entry: Omit<Security, 'at'>,
): Promise<void> {
  await recordSecurity(deps.pool, { ...entry, at: deps.now() }).catch((error: unknown) =>
    request.log.error({ err: error, what: entry.what }, 'a line of the security log could not be written'),
  )
}

import type { FastifyRequest } from 'fastify'
import { recordSecurity, type Security } from '#accounts/staff/security-log.ts'
import type { Deps } from '../deps.ts'

/** A failed write goes to the server's log and does not fail the call. */
export async function noteSecurity(
  request: FastifyRequest,
  deps: Pick<Deps, 'pool' | 'now'>,
  entry: Omit<Security, 'at'>,
): Promise<void> {
  await recordSecurity(deps.pool, { ...entry, at: deps.now() }).catch((error: unknown) =>
    request.log.error({ err: error, what: entry.what }, 'an entry of the security log could not be written'),
  )
}

import type { FastifyRequest } from 'fastify'
import type { Business } from '#businesses/profile/businesses.ts'
import { removeUnusedLogos } from '#businesses/profile/logos.ts'
import type { Deps } from '../../deps.ts'

/** Runs in the background; leftovers go with a later upload or save. */
export function tidyLogos(
  request: FastifyRequest,
  deps: Pick<Deps, 'files' | 'now'>,
  { userId, logoUrl, coverUrl }: Pick<Business, 'userId' | 'logoUrl' | 'coverUrl'>,
): void {
  removeUnusedLogos(deps.files, userId, [logoUrl, coverUrl], deps.now()).catch((error: unknown) =>
    request.log.warn({ err: error }, 'removing unused logos failed'),
  )
}

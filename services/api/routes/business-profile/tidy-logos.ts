import type { FastifyRequest } from 'fastify'
import { removeUnusedLogos } from '#businesses/profile/logos.ts'
import { picturesOf } from '#businesses/profile/profile.ts'
import type { Deps } from '../../deps.ts'

/** Keeps the pictures that a row names. Runs in the background; leftovers go with a later upload or save. */
export function tidyLogos(
  request: FastifyRequest,
  deps: Pick<Deps, 'files' | 'now' | 'pool'>,
  businessId: number,
): void {
  removeUnusedLogos(deps.files, businessId, () => picturesOf(deps.pool, businessId), deps.now()).catch(
    (error: unknown) => request.log.warn({ err: error }, 'removing unused logos failed'),
  )
}

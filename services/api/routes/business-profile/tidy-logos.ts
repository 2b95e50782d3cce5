import type { FastifyRequest } from 'fastify'
import { removeUnusedLogos } from '#businesses/profile/logos.ts'
import type { Deps } from '../../deps.ts'

/** Nobody waits for it: what could not be removed goes with a later upload or save. `logoUrl`: what the business shows. */
export function tidyLogos(
  request: FastifyRequest,
  deps: Pick<Deps, 'files' | 'now'>,
  { userId, logoUrl }: { userId: number; logoUrl: string | null },
): void {
  removeUnusedLogos(deps.files, userId, logoUrl, deps.now()).catch((error: unknown) =>
    request.log.warn({ err: error }, 'old logos stay'),
  )
}

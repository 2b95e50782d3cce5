import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { readLogo } from '#businesses/profile/logos.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** Logos, covers and pictures of perks. Public; a name's bytes never change, so caches may keep them. */
export function logo(app: App, deps: Deps): void {
  app.get(
    '/logos/:userId/:name',
    {
      schema: {
        tags: ['business'],
        params: z.object({ userId: userIdSchema, name: z.string() }),
        response: { 200: z.unknown().describe('The image.'), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { userId, name } = request.params
      const found = await readLogo(deps.files, userId, name)
      if (!found) throw new ApiError('not_found')
      return reply
        .type(found.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .send(found.bytes)
    },
  )
}

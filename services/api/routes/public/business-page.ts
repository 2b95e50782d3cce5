import { z } from 'zod'
import { publicBusinessSchema, slugSchema } from '#contracts/calls/directory.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** R199, R206: an inactive business shows its name only (H28). */
export function businessPage(app: App, deps: Deps): void {
  app.get(
    '/api/business-profiles/slug/:slug',
    {
      schema: {
        tags: ['public'],
        params: z.object({ slug: slugSchema }),
        response: { 200: publicBusinessSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const business = await deps.directory.bySlug(request.params.slug)
      if (!business) throw new ApiError('not_found')
      return business
    },
  )
}

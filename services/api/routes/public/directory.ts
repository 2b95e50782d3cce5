import { directoryQuerySchema, directoryReplySchema } from '#contracts/directory.ts'
import { errorSchema } from '#contracts/errors.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** GET /api/business-profiles (R108, R198, R206, H28, H41): the directory and the home page's Prime businesses, for everybody. */
export function directory(app: App, deps: Deps): void {
  app.get(
    '/api/business-profiles',
    {
      schema: {
        tags: ['public'],
        querystring: directoryQuerySchema,
        response: { 200: directoryReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { search, industry, prime, limit } = request.query
      return deps.directory.list(
        {
          ...(search === undefined ? {} : { search }),
          ...(industry === undefined ? {} : { industries: industry }),
          ...(prime === undefined ? {} : { prime }),
          ...(limit === undefined ? {} : { limit }),
        },
        deps.now(),
      )
    },
  )
}

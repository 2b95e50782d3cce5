import { directoryQuerySchema, directoryReplySchema } from '#contracts/calls/directory.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { createPreparedAnswer } from '../../http/prepared-answer.ts'

/** With the list's own second (directory.ts of the businesses), a leaving business disappears within two. */
const MADE_EVERY_MS = 1_000

/** R108, R198, R206, H28, H41: the directory and the home page's Prime businesses. */
export function directory(app: App, deps: Deps): void {
  const sendAll = createPreparedAnswer(
    async () => JSON.stringify(directoryReplySchema.parse(await deps.directory.list({}, deps.now()))),
    MADE_EVERY_MS,
  )
  app.get(
    '/api/business-profiles',
    {
      schema: {
        tags: ['public'],
        querystring: directoryQuerySchema,
        response: { 200: directoryReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { search, industry, prime, limit } = request.query
      const asksForAll = [search, industry, prime, limit].every((each) => each === undefined)
      if (asksForAll)
        return sendAll('', request, reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache'))
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

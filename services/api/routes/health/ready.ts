import { publicReadySchema, type Ready } from '#contracts/calls/health.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { readiness } from './readiness.ts'

/**
 * GET /api/health/ready: 200 where every part answers and nothing holds the projections up; 503 with the same body otherwise, and while this
 * process ends (F11). That a worker lives is not asked: without one `caughtUp` stays false and `selfCheck.lastAt` gets old. Anybody may ask: parts are
 * named and their trouble is a short code; what they said stands in the log, once for each change of it.
 */
export function ready(app: App, deps: Deps): void {
  let logged = ''
  app.get(
    '/api/health/ready',
    { schema: { tags: ['health'], response: { 200: publicReadySchema, 503: publicReadySchema } } },
    async (request, reply) => {
      const { all, told } = await readiness(deps)
      const trouble = troubleOf(all)
      if (trouble !== logged) {
        logged = trouble
        if (trouble === '') request.log.info('every part answers again')
        else request.log.warn({ trouble }, 'not every part answers')
      }
      return reply.status(told.status === 'ready' ? 200 : 503).send(told)
    },
  )
}

function troubleOf({ store, postgres, redis, projection, queue }: Ready): string {
  const parts = Object.entries({ store, postgres, redis, projection, queue }).map(
    ([name, { detail }]) => detail && `${name}: ${detail}`,
  )
  return [...parts, projection.stoppedBy].filter(Boolean).join('; ')
}

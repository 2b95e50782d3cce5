import { publicReadySchema, type Ready } from '#contracts/calls/health.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { readiness } from './readiness.ts'

/**
 * Readiness probe: 503 while a part is down, projections are blocked, this version's read models are being built or the
 * process is shutting down. A missing worker is not a failure: `caughtUp` stays false and `selfCheck.lastAt` ages.
 * Public; details go to the log, once per change.
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
        if (trouble === '') request.log.info('all parts respond again')
        else request.log.warn({ trouble }, 'not all parts respond')
      }
      return reply.status(told.status === 'ready' ? 200 : 503).send(told)
    },
  )
}

function troubleOf({ store, postgres, redis, projection, queue }: Ready): string {
  const parts = Object.entries({ store, postgres, redis, projection, queue }).map(
    ([name, { detail }]) => detail && `${name}: ${detail}`,
  )
  const building = projection.building && "the worker is building this version's read models"
  return [...parts, projection.stoppedBy, building].filter(Boolean).join('; ')
}

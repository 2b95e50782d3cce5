import { readySchema } from '#contracts/health.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { readiness } from '../../readiness.ts'

/** GET /api/health/ready: 200 where every part answers and the projection runs; 503 with the same body otherwise, and while this process ends (F11). */
export function ready(app: App, deps: Deps): void {
  app.get(
    '/api/health/ready',
    { schema: { tags: ['health'], response: { 200: readySchema, 503: readySchema } } },
    async (_request, reply) => {
      const body = await readiness(deps)
      return reply.status(body.status === 'ready' ? 200 : 503).send(body)
    },
  )
}

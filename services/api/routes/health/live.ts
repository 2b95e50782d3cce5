import { healthSchema } from '#contracts/calls/health.ts'
import type { App } from '../../app-type.ts'

/** Liveness probe. */
export function live(app: App): void {
  app.get('/api/health', { schema: { tags: ['health'], response: { 200: healthSchema } } }, async () => ({
    status: 'ok' as const,
  }))
}

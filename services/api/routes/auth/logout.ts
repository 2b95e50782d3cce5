import { z } from 'zod'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { endSession } from '../../session/end-session.ts'

/** C17: same response without a session. */
export function logout(app: App, deps: Deps): void {
  app.post(
    '/api/auth/logout',
    { schema: { tags: ['auth'], response: { 200: z.object({ message: z.string() }) } } },
    async (request, reply) => {
      await endSession(request, reply, deps)
      return { message: 'Signed out' }
    },
  )
}

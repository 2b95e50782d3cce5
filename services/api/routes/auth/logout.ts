import { z } from 'zod'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { endSession } from '../../session/end-session.ts'

/** POST /api/auth/logout (C17): ends the session at the server; answers the same to who was not signed in. */
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

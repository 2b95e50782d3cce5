import { z } from 'zod'
import type { App } from '../../app.ts'

/** POST /api/auth/logout (C17): ends the session at the server; answers the same to who was not signed in. */
export function logout(app: App): void {
  app.post(
    '/api/auth/logout',
    { schema: { tags: ['auth'], response: { 200: z.object({ message: z.string() }) } } },
    async (request) => {
      if (request.session.userId !== undefined || request.session.ended) await request.session.destroy()
      return { message: 'Signed out' }
    },
  )
}

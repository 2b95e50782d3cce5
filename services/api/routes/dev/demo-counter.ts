import { holdsDemo } from '#platform/env/demo.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/api-error.ts'
import { openSession } from '../../session/open-session.ts'

/** Its password is published with the demo. */
const DEMO_CAFE = 'cafe@hatik.test'

/** Not in public installations: signs in as the demo's café and opens its counter. 404 without the demo. */
export function demoCounter(app: App, deps: Deps): void {
  app.get('/dev/counter', { schema: { hide: true } }, async (request, reply) => {
    const cafe = await deps.users.forSignIn(DEMO_CAFE)
    if (!cafe || !(await holdsDemo(deps.pool))) throw new ApiError('not_found')
    await openSession(request, cafe)
    return reply.redirect('/counter')
  })
}

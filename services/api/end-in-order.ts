import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './app-type.ts'
import type { Deps } from './deps.ts'

/** Requests that are still open after this time belong to a stalled client and are cut off. */
const CUT_OFF_MS = 10_000

/**
 * Shuts the API down without failing a request: for `DRAIN_MS` requests are served but the
 * readiness probe fails, so that the balancer sends no new callers. Each response then closes its
 * connection; a balancer that reused a closing connection would get an error. After that, no new
 * connections are accepted, running requests finish, and dependencies close.
 */
export async function endInOrder(
  app: App,
  deps: Deps,
  { cutOffMs = CUT_OFF_MS }: { cutOffMs?: number } = {},
): Promise<void> {
  deps.ending.begun = true
  app.server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  await sleep(deps.env.DRAIN_MS)
  const cutOff = setTimeout(() => app.server.closeAllConnections(), cutOffMs)
  await app.close()
  clearTimeout(cutOff)
  await deps.close()
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './app-type.ts'
import type { Deps } from './deps.ts'

/** A request that is not through by then is cut off: its sender, or the reader of its answer, has gone quiet. */
const CUT_OFF_MS = 10_000

/**
 * Ends the API so that nobody who is served notices (F11). For `DRAIN_MS` everything goes on, but /api/health/ready says no, so that a balancer sends nobody
 * new, and each answer ends its connection: a balancer that is about to use one again when it closes has an error to tell instead of an answer. Then nothing new
 * is let in, what runs is answered, and the connections to the other parts end.
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

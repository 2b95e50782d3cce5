import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import type { FastifyInstance } from 'fastify'
import { administrator } from '../guards/access.ts'
import type { Deps } from '../deps.ts'

export const QUEUE_BOARD_PATH = '/api/admin/queues/board'

/**
 * The read-only queue page and all its files, behind the administrator's session. Jobs are only
 * wake-ups, so there is nothing in them to retry or repair. The page follows the normal security
 * policy and loads nothing from other hosts.
 */
export async function queueBoard(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  app.addHook('preValidation', async (request) => void (await administrator(request, deps)))
  const adapter = new FastifyAdapter()
  adapter.setBasePath(QUEUE_BOARD_PATH)
  const queues = Object.values(deps.queues).map(({ forBoard }) => new BullMQAdapter(forBoard, { readOnlyMode: true }))
  createBullBoard({ queues, serverAdapter: adapter, options: { uiConfig: { boardTitle: 'Hatik' } } })
  // The board's own handler shows raw error texts, which may name servers and files; rethrowing
  // leaves them to the API's handler.
  adapter.setErrorHandler((error) => {
    throw error
  })
  await app.register(adapter.registerPlugin())
}

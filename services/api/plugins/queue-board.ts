import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import type { FastifyInstance } from 'fastify'
import { administrator } from '../guards/access.ts'
import type { Deps } from '../deps.ts'

export const QUEUE_BOARD_PATH = '/api/admin/queues/board'

/** Read-only for administrators: jobs are only wake-ups, so nothing needs a retry. */
export async function queueBoard(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  app.addHook('preValidation', async (request) => void (await administrator(request, deps)))
  const adapter = new FastifyAdapter()
  adapter.setBasePath(QUEUE_BOARD_PATH)
  const queues = Object.values(deps.queues).map(({ forBoard }) => new BullMQAdapter(forBoard, { readOnlyMode: true }))
  createBullBoard({ queues, serverAdapter: adapter, options: { uiConfig: { boardTitle: 'Hatik' } } })
  // The board's own handler shows error texts that may name servers and files.
  adapter.setErrorHandler((error) => {
    throw error
  })
  await app.register(adapter.registerPlugin())
}

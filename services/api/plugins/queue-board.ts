import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import type { FastifyInstance } from 'fastify'
import { administrator } from '../guards/access.ts'
import type { Deps } from '../deps.ts'

export const QUEUE_BOARD_PATH = '/api/admin/queues/board'

/**
 * The queues as a page, behind the administrator's session: every file of it too. It only shows; jobs are doorbells (design.md 1, rule 3),
 * so there is nothing in them to repeat or to repair. Under the product's own policy it loads nothing from another host.
 */
export async function queueBoard(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  app.addHook('preValidation', async (request) => void (await administrator(request, deps)))
  const adapter = new FastifyAdapter()
  adapter.setBasePath(QUEUE_BOARD_PATH)
  const queues = Object.values(deps.queues).map(({ forBoard }) => new BullMQAdapter(forBoard, { readOnlyMode: true }))
  createBullBoard({ queues, serverAdapter: adapter, options: { uiConfig: { boardTitle: 'Hatik' } } })
  // Its own tells anybody what went wrong in the words of whatever threw, which may name our servers and files: the API's has the next word.
  adapter.setErrorHandler((error) => {
    throw error
  })
  await app.register(adapter.registerPlugin())
}

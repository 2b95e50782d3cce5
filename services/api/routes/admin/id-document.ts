import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { yerevanDay } from '#contracts/units/time.ts'
import { readIdDocument } from '#businesses/profile/id-documents.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { administrator } from '../../guards/access.ts'
import { recordAdminEvent } from './admin-event.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/**
 * H26: administrators only, never cached. Each view is recorded, once per administrator and day, before the picture is
 * sent.
 */
export function idDocument(app: App, deps: Deps): void {
  app.get(
    '/api/admin/businesses/:id/id-document',
    {
      // This call leaves an event, which a HEAD must not.
      exposeHeadRoute: false,
      schema: {
        tags: ['admin'],
        params: z.object({ id: userIdSchema }),
        response: { 200: z.any(), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const admin = await administrator(request, deps)
      const document = await readIdDocument(deps.pool, deps.files, request.params.id)
      if (!document) throw new ApiError('not_found')
      const businessId = request.params.id
      const once = `id-document:${businessId}:${yerevanDay(deps.now())}`
      await inTransaction(deps.pool, (client) =>
        recordAdminEvent(
          client,
          { request, adminId: admin.id, deps, once },
          { type: 'IdDocumentOpened', data: { businessId } },
        ),
      )
      deps.wake('events')
      reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'inline; filename="id-document.jpg"')
        .type('image/jpeg')
      reply.serializer((payload) => payload as string)
      return reply.send(document)
    },
  )
}

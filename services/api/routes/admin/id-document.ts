import { z } from 'zod'
import { errorSchema } from '#contracts/errors.ts'
import { userIdSchema } from '#contracts/ids.ts'
import { readIdDocument } from '#businesses/id-documents.ts'
import { administrator } from '../../access.ts'
import { ApiError } from '../../api-error.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'

/** GET /api/admin/businesses/{id}/id-document (H26): the picture itself, for administrators alone, kept by no cache. */
export function idDocument(app: App, deps: Deps): void {
  app.get(
    '/api/admin/businesses/:id/id-document',
    { schema: { tags: ['admin'], params: z.object({ id: userIdSchema }), response: { 200: z.any(), '4xx': errorSchema } } },
    async (request, reply) => {
      await administrator(request, deps)
      const document = await readIdDocument(deps.pool, deps.files, request.params.id)
      if (!document) throw new ApiError('not_found')
      reply.header('cache-control', 'no-store').header('content-disposition', 'inline; filename="id-document.jpg"').type('image/jpeg')
      reply.serializer((payload) => payload as string)
      return reply.send(document)
    },
  )
}

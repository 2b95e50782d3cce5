import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { changeTillSchema, tillSchema } from '#contracts/rights/staff-calls.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { changeTill as updateTill } from '#businesses/staff/keep-tills.ts'
import { ownBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { shownTill } from './shown-till.ts'

/** A repetition changes nothing. A new idle time counts from the till's next act. */
export function changeTill(app: App, deps: Deps): void {
  app.patch(
    '/api/business/:id/tills/:tillId',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, tillId: commandIdSchema }),
        body: changeTillSchema,
        response: { 200: tillSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const { tillId } = request.params
      const changed = await updateTill(deps.pool, business.userId, tillId, request.body ?? {})
      if (!changed) throw new ApiError('till_not_found')
      deps.tills.forget(tillId)
      return shownTill(changed)
    },
  )
}

import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { staffReplySchema } from '#contracts/rights/staff-calls.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { staffWithSignIns } from '#businesses/staff/keep-sign-ins.ts'
import { ownBusiness } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** For the owner: people of the shop, without removed ones. */
export function staff(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/staff',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        response: { 200: staffReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      return { staff: await staffWithSignIns(deps.pool, business.userId, deps.now()) }
    },
  )
}

import { z } from 'zod'
import { buyersReplySchema } from '#contracts/calls/business.ts'
import { normaliseCode } from '#contracts/units/codes.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { buyersQuerySchema, NEXT_CURSOR } from '#contracts/calls/figures.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { buyersPage } from '#projections/account-balances/buyers-page.ts'
import { ownBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/**
 * R82, R140, R202: codes and points, no names. `cursor`: the previous page's `next-cursor`; in the plain order also
 * `after`, the last id.
 */
export function buyers(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/buyers',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        querystring: buyersQuerySchema,
        response: { 200: buyersReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const {
        limit,
        after,
        sort,
        order,
        search,
        cursor = after === undefined ? undefined : `${after}.${after}`,
      } = request.query
      const page = await buyersPage(deps.pool, business.userId, {
        sort,
        order,
        limit,
        codePrefix: normaliseCode(search ?? ''),
        ...(cursor === undefined ? {} : { cursor }),
      })
      if (!page) throw new ApiError('invalid_input', { issues: [{ path: 'cursor', message: 'Invalid cursor' }] })
      if (page.next !== undefined) reply.header(NEXT_CURSOR, page.next)
      return page.lines.map(({ buyerId, balanceTenths, code }) => ({
        id: buyerId,
        points: decimalString(balanceTenths),
        buyer: { buyerId: code },
      }))
    },
  )
}

import { z } from 'zod'
import { normaliseCode } from '#contracts/units/codes.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { buyerVisitsQuerySchema, buyerVisitsReplySchema } from '#contracts/calls/figures.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { visitsPage } from '#projections/buyer-visits/visits-page.ts'
import { ownBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** Buyers with their purchases, the latest visitor first; by code, never by name (R140). */
export function buyerVisits(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/buyers/visits',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        querystring: buyerVisitsQuerySchema,
        response: { 200: buyerVisitsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const { sort, order, limit, search, cursor } = request.query
      const page = await visitsPage(deps.pool, business.userId, {
        sort,
        order,
        limit,
        codePrefix: normaliseCode(search ?? ''),
        ...(cursor === undefined ? {} : { cursor }),
      })
      if (!page) throw new ApiError('invalid_input', { issues: [{ path: 'cursor', message: 'Invalid cursor' }] })
      return {
        buyers: page.lines.map(({ buyerId, code, balanceTenths, visits, spentAmd, firstAt, lastAt }) => ({
          id: buyerId,
          buyer: { buyerId: code },
          points: decimalString(balanceTenths),
          visits,
          amountSpent: spentAmd,
          firstVisitAt: firstAt?.toISOString() ?? null,
          lastVisitAt: lastAt?.toISOString() ?? null,
        })),
        next: page.next ?? null,
      }
    },
  )
}

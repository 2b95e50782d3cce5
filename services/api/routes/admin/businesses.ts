import { z } from 'zod'
import {
  adminBusinessesQuerySchema,
  adminBusinessesReplySchema,
  adminBusinessReplySchema,
  approvalsReplySchema,
} from '#contracts/calls/staff/admin.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString, pointsNumber } from '#contracts/units/points.ts'
import { adminBusiness, isAmber, waitingForApproval } from '#businesses/status/admin-list.ts'
import { searchBusinesses } from '#businesses/status/search-businesses.ts'
import { statsOfBusiness } from '#projections/business-stats/queries.ts'
import { administrator } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** H21: verified addresses first, then oldest first; amber after 20 hours of waiting for a decision. */
export function approvals(app: App, deps: Deps): void {
  app.get(
    '/api/admin/approvals',
    { schema: { tags: ['admin'], response: { 200: approvalsReplySchema, '4xx': errorSchema } } },
    async (request) => {
      await administrator(request, deps)
      const now = deps.now()
      const waiting = await waitingForApproval(deps.pool)
      return waiting.map((business) => ({
        ...business,
        amber: business.owner.emailVerified && isAmber(business.waitingSince, now),
      }))
    },
  )
}

/** Searches name, slug, e-mail, tax number and id; filters by status and plan; sorts. */
export function adminBusinesses(app: App, deps: Deps): void {
  app.get(
    '/api/admin/businesses',
    {
      schema: {
        tags: ['admin'],
        querystring: adminBusinessesQuerySchema,
        response: { 200: adminBusinessesReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administrator(request, deps)
      const { limit, ...search } = request.query
      const rows = await searchBusinesses(deps.pool, { ...search, limit: limit + 1 }, deps.now())
      const page = rows.slice(0, limit)
      return { businesses: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
    },
  )
}

export function readAdminBusiness(app: App, deps: Deps): void {
  app.get(
    '/api/admin/businesses/:id',
    {
      schema: {
        tags: ['admin'],
        params: z.object({ id: userIdSchema }),
        response: { 200: adminBusinessReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administrator(request, deps)
      const [business, totals] = await Promise.all([
        adminBusiness(deps.pool, request.params.id),
        statsOfBusiness(deps.pool, request.params.id),
      ])
      if (!business) throw new ApiError('business_not_found')
      const outstandingTenths =
        totals.issuedTenths - totals.redeemedTenths + totals.refundedTenths - totals.forfeitedTenths
      return {
        ...business,
        stats: {
          totalBuyers: totals.buyers,
          totalPointsIssued: pointsNumber(totals.issuedTenths),
          outstandingPoints: decimalString(outstandingTenths),
        },
      }
    },
  )
}

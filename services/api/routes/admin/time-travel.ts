import { z } from 'zod'
import { buyersReplySchema } from '#contracts/calls/business.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { BEFORE_ALL } from '#contracts/units/numbers.ts'
import {
  accountThenSchema,
  asOfQuerySchema,
  buyersThenQuerySchema,
  dashboardThenSchema,
  historyQuerySchema,
  historyReplySchema,
  stepQuerySchema,
  stepReplySchema,
} from '#contracts/calls/staff/time-travel.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { eventBeside, historyOf, spanOf } from '#projections/business-history/queries.ts'
import { administratorBehind } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { accountThen, buyersThen, dashboardThen, resolveMoment } from '../../time-travel.ts'
import { markerOf, stepOver } from './time-step.ts'

const business = z.object({ businessId: userIdSchema })

/** The dashboard as of a time or position; read-only. */
export function travelToDashboard(app: App, deps: Deps): void {
  app.get(
    '/api/admin/time-travel/:businessId',
    {
      schema: {
        tags: ['admin'],
        params: business,
        querystring: asOfQuerySchema,
        response: { 200: dashboardThenSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administratorBehind(request, deps)
      const { businessId } = request.params
      return dashboardThen(deps, businessId, await resolveMoment(deps, businessId, request.query))
    },
  )
}

export function travelToBuyers(app: App, deps: Deps): void {
  app.get(
    '/api/admin/time-travel/:businessId/buyers',
    {
      schema: {
        tags: ['admin'],
        params: business,
        querystring: buyersThenQuerySchema,
        response: { 200: buyersReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administratorBehind(request, deps)
      const { businessId } = request.params
      return buyersThen(deps, businessId, await resolveMoment(deps, businessId, request.query), request.query)
    },
  )
}

export function travelToAccount(app: App, deps: Deps): void {
  app.get(
    '/api/admin/time-travel/:businessId/buyers/:buyerId',
    {
      schema: {
        tags: ['admin'],
        params: business.extend({ buyerId: userIdSchema }),
        querystring: asOfQuerySchema,
        response: { 200: accountThenSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administratorBehind(request, deps)
      const { businessId, buyerId } = request.params
      return accountThen(deps, businessId, buyerId, await resolveMoment(deps, businessId, request.query))
    },
  )
}

/** The slider's marks. */
export function travelHistory(app: App, deps: Deps): void {
  app.get(
    '/api/admin/time-travel/:businessId/history',
    {
      schema: {
        tags: ['admin'],
        params: business,
        querystring: historyQuerySchema,
        response: { 200: historyReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administratorBehind(request, deps)
      const { businessId } = request.params
      const { after = BEFORE_ALL, limit, type } = request.query
      const [span, rows] = await Promise.all([
        spanOf(deps.pool, businessId),
        historyOf(deps.pool, businessId, { after, limit: limit + 1, types: type }),
      ])
      const page = rows.slice(0, limit)
      const codes = await buyerCodes(deps.pool, [
        ...new Set(page.flatMap(({ buyerId }) => (buyerId === null ? [] : [buyerId]))),
      ])
      return {
        first: span.first?.toISOString() ?? null,
        last: span.last?.toISOString() ?? null,
        total: span.total,
        buckets: span.buckets,
        events: page.map((row) => markerOf(row, codes)),
        next: rows.length > limit ? (page.at(-1)?.position ?? null) : null,
      }
    },
  )
}

/** The next or previous event, with its changes. */
export function travelStep(app: App, deps: Deps): void {
  app.get(
    '/api/admin/time-travel/:businessId/step',
    {
      schema: {
        tags: ['admin'],
        params: business,
        querystring: stepQuerySchema,
        response: { 200: stepReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administratorBehind(request, deps)
      const { businessId } = request.params
      const row = await eventBeside(deps.pool, businessId, request.query.position, request.query.direction)
      if (!row) throw new ApiError('not_found')
      return stepOver(deps, businessId, row)
    },
  )
}

import { z } from 'zod'
import { chainReplySchema, storedEventSchema } from '#contracts/calls/staff/audit.ts'
import { cursorSchema } from '#contracts/calls/counter.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { auditor } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import { chainOf, storedEventAt } from './audit-event.ts'
import type { Deps } from '../../deps.ts'

const params = z.object({ position: cursorSchema })

export function auditEvent(app: App, deps: Deps): void {
  app.get(
    '/api/audit/events/:position',
    { schema: { tags: ['audit'], params, response: { 200: storedEventSchema, '4xx': errorSchema } } },
    async (request) => {
      await auditor(request, deps)
      const event = await storedEventAt(deps, request.params.position)
      if (!event) throw new ApiError('not_found')
      return event
    },
  )
}

/** Related events: award, redemption, use or cancel, refund, void. */
export function auditChain(app: App, deps: Deps): void {
  app.get(
    '/api/audit/events/:position/chain',
    { schema: { tags: ['audit'], params, response: { 200: chainReplySchema, '4xx': errorSchema } } },
    async (request) => {
      await auditor(request, deps)
      const chain = await chainOf(deps, request.params.position)
      if (!chain) throw new ApiError('not_found')
      return chain
    },
  )
}

import { z } from 'zod'
import {
  adminUsersQuerySchema,
  adminUsersReplySchema,
  deadLettersQuerySchema,
  deadLettersReplySchema,
  messageSchema,
} from '#contracts/calls/staff/admin.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { emailsOf, searchUsers } from '#accounts/staff/admin-list.ts'
import { deadMails, reviveMail } from '#platform/mail/mail-outbox.ts'
import { administrator } from '../../guards/access.ts'
import { recordAdminEvent } from './admin-event.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** Searches e-mail, name, buyer code and id; filters by role. */
export function adminUsers(app: App, deps: Deps): void {
  app.get(
    '/api/admin/users',
    {
      schema: {
        tags: ['admin'],
        querystring: adminUsersQuerySchema,
        response: { 200: adminUsersReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administrator(request, deps)
      const { limit, ...search } = request.query
      const rows = await searchUsers(deps.pool, { ...search, limit: limit + 1 })
      const page = rows.slice(0, limit)
      return { users: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
    },
  )
}

/** Newest first, without contents. */
export function deadLetters(app: App, deps: Deps): void {
  app.get(
    '/api/admin/mail/dead-letters',
    {
      schema: {
        tags: ['admin'],
        querystring: deadLettersQuerySchema,
        response: { 200: deadLettersReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administrator(request, deps)
      const dead = await deadMails(deps.pool, request.query)
      const addresses = await emailsOf(deps.pool, [...new Set(dead.map(({ userId }) => userId))])
      return dead.map(({ id, template, userId, to, attempts, failure, endedAt }) => ({
        id: String(id),
        template,
        to: to ?? addresses.get(userId) ?? '',
        attempts,
        lastError: failure,
        createdAt: endedAt.toISOString(),
      }))
    },
  )
}

/** The mail may arrive twice. */
export function retryDeadLetter(app: App, deps: Deps): void {
  app.post(
    '/api/admin/mail/dead-letters/:id/retry',
    {
      schema: {
        tags: ['admin'],
        params: z.object({ id: z.uuid('Invalid id') }),
        response: { 200: messageSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const admin = await administrator(request, deps)
      const { id } = request.params
      return deps.once(request, { user: admin.id, keyless: true }, {}, async (client) => {
        const outcome = await reviveMail(client, id)
        if (outcome !== 'revived') throw new ApiError(outcome === 'too_late' ? 'mail_too_late' : 'not_found')
        await recordAdminEvent(
          client,
          { request, adminId: admin.id, deps },
          { type: 'MailRetried', data: { mailId: id } },
        )
        return { message: 'The mail will be sent again' }
      })
    },
  )
}

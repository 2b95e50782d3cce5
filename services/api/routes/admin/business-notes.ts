import { z } from 'zod'
import { businessNotesReplySchema, newNoteSchema, noteReplySchema } from '#contracts/calls/staff/business-notes.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { addNote, deleteNote, notesOf } from '#businesses/notes/notes.ts'
import { administrator } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

const LIMIT = limitOfPerson(60, 60_000)
const ofBusiness = z.object({ id: userIdSchema })

/** H30: newest first. */
export function businessNotes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/businesses/:id/notes',
    {
      schema: {
        tags: ['admin'],
        params: ofBusiness,
        response: { 200: businessNotesReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const admin = await administrator(request, deps)
      const notes = await notesOf(deps.pool, request.params.id, { readerId: admin.id })
      if (!notes) throw new ApiError('business_not_found')
      return notes
    },
  )
}

/** Idempotency-Key required: two notes may be alike. */
export function addBusinessNote(app: App, deps: Deps): void {
  app.post(
    '/api/admin/businesses/:id/notes',
    {
      config: LIMIT,
      schema: {
        tags: ['admin'],
        params: ofBusiness,
        body: newNoteSchema,
        response: { 201: noteReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const admin = await administrator(request, deps)
      const { text } = request.body
      const added = await deps.once(request, { user: admin.id }, request.body, async (client) => {
        const done = await addNote(client, request.params.id, { text, adminId: admin.id, at: deps.now() })
        if (done.kind === 'refused') throw new ApiError(done.code)
        return { id: done.id, message: 'Note added' }
      })
      return reply.status(201).send(added)
    },
  )
}

/** One's own; others' are refused. */
export function deleteBusinessNote(app: App, deps: Deps): void {
  app.delete(
    '/api/admin/businesses/:id/notes/:noteId',
    {
      config: LIMIT,
      schema: {
        tags: ['admin'],
        params: ofBusiness.extend({ noteId: userIdSchema }),
        response: { 200: noteReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const admin = await administrator(request, deps)
      const { id: businessId, noteId } = request.params
      return deps.once(request, { user: admin.id, keyless: true }, {}, async (client) => {
        const done = await deleteNote(client, { businessId, noteId }, { adminId: admin.id })
        if (done !== 'deleted') throw new ApiError(done)
        return { id: noteId, message: 'Note deleted' }
      })
    },
  )
}

/** Administrators' notes on a business (H30): plain text that only administrators read, and the owner on request. */
import { z } from 'zod'
import { seenOrNull } from '../../units/names.ts'

/** In code points, so that an emoji counts once. */
export const NOTE_MAX = 2_000
/** Of one business. */
export const NOTES_MAX = 200

/** POST /api/admin/businesses/{id}/notes. */
export const newNoteSchema = z.object({
  text: z
    .string('Please write a note')
    .trim()
    .refine((text) => Array.from(text).length <= NOTE_MAX, 'A note cannot exceed 2,000 characters')
    .refine((text) => seenOrNull(text) !== null, 'Please write a note'),
})

/** GET /api/admin/businesses/{id}/notes: newest first. `own`: by the reader, who may delete it. */
export const businessNotesReplySchema = z.array(
  z.object({
    id: z.number().int(),
    text: z.string(),
    /** users.id. */
    writtenBy: z.number().int(),
    writtenAt: z.string(),
    own: z.boolean(),
  }),
)
export type BusinessNotes = z.infer<typeof businessNotesReplySchema>

/** Reply to POST (201) and DELETE …/notes/{noteId}. Without the text, because replies outlive a deleted note. */
export const noteReplySchema = z.object({ id: z.number().int(), message: z.string() })

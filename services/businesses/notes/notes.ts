/** Administrators' notes on a business (H30). They may name people, so they are erased with the business (H25). */
import { NOTES_MAX, type BusinessNotes } from '#contracts/calls/staff/business-notes.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { isoMoment } from '#platform/postgres/sql-text.ts'

/** Newest first. Undefined for an unknown business. */
export async function notesOf(
  db: Queryable,
  businessId: number,
  { readerId }: { readerId: number },
): Promise<BusinessNotes | undefined> {
  const known = await db.query('SELECT FROM business_profiles WHERE user_id = $1', [businessId])
  if (known.rowCount !== 1) return undefined
  const { rows } = await db.query<BusinessNotes[number]>(
    `SELECT id, text, written_by AS "writtenBy", ${isoMoment('written_at')} AS "writtenAt", written_by = $2 AS own
     FROM business_notes WHERE business_id = $1 ORDER BY id DESC`,
    [businessId, readerId],
  )
  return rows
}

export type NoteAdded =
  | { kind: 'added'; id: number }
  | { kind: 'refused'; code: 'business_not_found' | 'status_refused' | 'too_many_notes' }

/** `status_refused`: the business is erased already, so nothing would erase the note. */
export async function addNote(
  client: PoolClient,
  businessId: number,
  { text, adminId, at }: { text: string; adminId: number; at: Date },
): Promise<NoteAdded> {
  // The lock waits for an erasure, and for others who add one.
  const owner = await client.query<{ isErased: boolean }>(
    `SELECT erased_at IS NOT NULL AS "isErased" FROM users
     WHERE id = $1 AND EXISTS (SELECT FROM business_profiles WHERE user_id = $1) FOR NO KEY UPDATE`,
    [businessId],
  )
  const [found] = owner.rows
  if (!found) return { kind: 'refused', code: 'business_not_found' }
  if (found.isErased) return { kind: 'refused', code: 'status_refused' }
  const counted = await client.query<{ n: number }>('SELECT count(*) AS n FROM business_notes WHERE business_id = $1', [
    businessId,
  ])
  if ((counted.rows[0]?.n ?? 0) >= NOTES_MAX) return { kind: 'refused', code: 'too_many_notes' }
  const added = await client.query<{ id: number }>(
    'INSERT INTO business_notes (business_id, text, written_by, written_at) VALUES ($1, $2, $3, $4) RETURNING id',
    [businessId, text, adminId, at],
  )
  return { kind: 'added', id: added.rows[0]!.id }
}

/** Deletes an own note. */
export async function deleteNote(
  client: PoolClient,
  { businessId, noteId }: { businessId: number; noteId: number },
  { adminId }: { adminId: number },
): Promise<'deleted' | 'not_found' | 'forbidden'> {
  const deleted = await client.query(
    'DELETE FROM business_notes WHERE id = $1 AND business_id = $2 AND written_by = $3',
    [noteId, businessId, adminId],
  )
  if (deleted.rowCount === 1) return 'deleted'
  const known = await client.query('SELECT FROM business_notes WHERE id = $1 AND business_id = $2', [
    noteId,
    businessId,
  ])
  return known.rowCount === 1 ? 'forbidden' : 'not_found'
}

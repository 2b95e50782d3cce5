import type { Queryable } from '#platform/postgres/postgres.ts'

/**
 * After a restore from an older backup: takes again the rights that the log has taken from people and tills (decision
 * 36). Needs the outbox in order. Returns how many rows changed.
 */
export async function takeRightsAgain(db: Queryable): Promise<number> {
  const tills = await db.query(
    `UPDATE tills t SET revoked_at = now() FROM event_outbox e
     WHERE e.type = 'TillRevoked' AND e.stream = 'business-' || t.business_id AND e.data ->> 'tillId' = t.id::text
       AND t.revoked_at IS NULL`,
  )
  const removed = await db.query(
    `UPDATE business_staff s SET name = '', pin_hash = '!', active = false, removed_at = now(), owner_epoch = NULL,
       invited_email = NULL, invitation_hash = NULL, invitation_expires = NULL FROM event_outbox e
     WHERE e.type = 'StaffRemoved' AND e.stream = 'business-' || s.business_id AND e.data ->> 'staffId' = s.id::text
       AND s.removed_at IS NULL`,
  )
  const changed = await db.query(
    `UPDATE business_staff s SET role = e.data ->> 'toRole', active = (e.data ->> 'toActive')::boolean
     FROM (
       SELECT DISTINCT ON (stream, data ->> 'staffId') stream, data FROM event_outbox
       WHERE type = 'StaffRightsChanged' ORDER BY stream, data ->> 'staffId', revision DESC
     ) e
     WHERE e.stream = 'business-' || s.business_id AND e.data ->> 'staffId' = s.id::text AND s.removed_at IS NULL
       AND (s.role, s.active) IS DISTINCT FROM (e.data ->> 'toRole', (e.data ->> 'toActive')::boolean)`,
  )
  // Ended sign-ins only: one that was allowed later than the backup, the owner allows again.
  const ended = await db.query(
    `UPDATE business_staff s SET owner_epoch = NULL
     FROM (
       SELECT DISTINCT ON (stream, data ->> 'staffId') stream, data FROM event_outbox
       WHERE type = 'StaffSignInChanged' ORDER BY stream, data ->> 'staffId', revision DESC
     ) e
     WHERE e.stream = 'business-' || s.business_id AND e.data ->> 'staffId' = s.id::text
       AND e.data ->> 'allowed' = 'false' AND s.user_id IS NOT NULL AND s.owner_epoch IS NOT NULL`,
  )
  return [tills, removed, changed, ended].reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
}

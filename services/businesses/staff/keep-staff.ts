/**
 * People of a shop. Each change is recorded in the rows' transaction. A removed person's row stays without name and
 * PIN, because events refer to its id.
 */
import type { ChangeStaff } from '#contracts/rights/staff-calls.ts'
import { STAFF_MAX } from '#contracts/rights/staff-calls.ts'
import { BUSINESS_EVENT_DATA, businessStream, type BusinessEvent } from '#contracts/events/business-events.ts'
import type { StaffRole } from '#contracts/rights/business-rights.ts'
import { recordChange, type Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { STAFF_COLUMNS, type StaffMember } from './staff.ts'

/** A PIN that none opens. */
const NO_PIN = '!'

export type NewStaff = { id: string; name: string; role: StaffRole; pinHash: string }

/** False at STAFF_MAX, which concurrent calls may pass by a few. */
export async function addStaff(
  client: PoolClient,
  businessId: number,
  { id, name, role, pinHash }: NewStaff,
  recording: Recording,
): Promise<boolean> {
  const made = await client.query(
    `INSERT INTO business_staff (id, business_id, name, role, pin_hash)
     SELECT $1, $2, $3, $4, $5
     WHERE (SELECT count(*) FROM business_staff WHERE business_id = $2 AND removed_at IS NULL) < ${STAFF_MAX}`,
    [id, businessId, name, role, pinHash],
  )
  if (made.rowCount === 0) return false
  await record(client, businessId, { type: 'StaffAdded', data: { staffId: id, role } }, recording)
  return true
}

/**
 * Undefined if unknown. Records an event if the rights change; a new name or PIN is no event. `userId`: of the account
 * whose cached rows the caller forgets.
 */
export async function changeStaff(
  client: PoolClient,
  businessId: number,
  staffId: string,
  to: Omit<ChangeStaff, 'pin'> & { pinHash: string | undefined },
  recording: Recording,
): Promise<{ member: StaffMember; userId: number | null } | undefined> {
  const locked = await lockStaff(client, businessId, staffId)
  if (!locked) return undefined
  const { userId, ...before } = locked
  const after: StaffMember = {
    ...before,
    name: to.name ?? before.name,
    role: to.role ?? before.role,
    active: to.active ?? before.active,
  }
  await client.query(
    'UPDATE business_staff SET name = $2, role = $3, active = $4, pin_hash = coalesce($5, pin_hash) WHERE id = $1',
    [staffId, after.name, after.role, after.active, to.pinHash ?? null],
  )
  if (before.role === after.role && before.active === after.active) return { member: after, userId }
  await endSessionsOf(client, staffId)
  const data = {
    staffId,
    fromRole: before.role,
    toRole: after.role,
    fromActive: before.active,
    toActive: after.active,
  }
  await record(client, businessId, { type: 'StaffRightsChanged', data }, recording)
  return { member: after, userId }
}

/** `userId`: of the account, to be erased in the same transaction. Undefined if unknown; no event if removed before. */
export async function removeStaff(
  client: PoolClient,
  businessId: number,
  staffId: string,
  recording: Recording,
): Promise<{ userId: number | null } | undefined> {
  const { rows } = await client.query<{ userId: number | null }>(
    `UPDATE business_staff SET name = '', pin_hash = '${NO_PIN}', active = false, removed_at = $3,
       owner_epoch = NULL, invited_email = NULL, invitation_hash = NULL, invitation_expires = NULL
     WHERE business_id = $1 AND id = $2 AND removed_at IS NULL RETURNING user_id AS "userId"`,
    [businessId, staffId, recording.at],
  )
  const [removed] = rows
  if (removed) {
    await record(client, businessId, { type: 'StaffRemoved', data: { staffId } }, recording)
    return removed
  }
  const known = await client.query('SELECT FROM business_staff WHERE business_id = $1 AND id = $2', [
    businessId,
    staffId,
  ])
  return known.rowCount === 1 ? { userId: null } : undefined
}

type LockedStaff = StaffMember & { userId: number | null }

async function lockStaff(client: PoolClient, businessId: number, staffId: string): Promise<LockedStaff | undefined> {
  const { rows } = await client.query<LockedStaff>(
    `SELECT ${STAFF_COLUMNS}, user_id AS "userId" FROM business_staff WHERE business_id = $1 AND id = $2 AND removed_at IS NULL FOR UPDATE`,
    [businessId, staffId],
  )
  return rows[0]
}

async function record(client: PoolClient, businessId: number, event: BusinessEvent, recording: Recording) {
  await recordChange(client, businessStream(businessId), BUSINESS_EVENT_DATA, [event], recording)
}

/**
 * Sign-ins of a shop's managers (decision 48). Invitation and sign-in carry the session epoch of the owner who gave
 * them, so that a new password of the owner ends both (R98).
 */
import { INVITATION_MS } from '#contracts/rights/manager-calls.ts'
import type { ListedStaff } from '#contracts/rights/staff-calls.ts'
import { BUSINESS_EVENT_DATA, businessStream } from '#contracts/events/business-events.ts'
import { recordChange, type Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { STAFF_COLUMNS, type StaffMember } from './staff.ts'

/** SET clause: no open invitation. */
const NO_INVITATION = 'invited_email = NULL, invitation_hash = NULL, invitation_expires = NULL'

type Given = StaffMember & { userId: number | null }
export type SignInRefusal = 'staff_not_found' | 'not_a_manager' | 'already_signs_in'

/**
 * Replaces an older invitation of the person. No event: only accepting gives any power. The row has the address until
 * the invitation is used, withdrawn or over. `ownerEpoch`: that of the caller's session.
 */
export async function inviteManager(
  client: PoolClient,
  businessId: number,
  staffId: string,
  { email, hash, ownerEpoch, at }: { email: string; hash: string; ownerEpoch: number; at: Date },
): Promise<'invited' | SignInRefusal> {
  const person = await lockPerson(client, businessId, staffId)
  const refused = refusalOf(person)
  if (refused) return refused
  if (person?.userId !== null) return 'already_signs_in'
  await client.query(
    `UPDATE business_staff SET invited_email = $2, invitation_hash = $3, invitation_expires = $4, owner_epoch = $5
     WHERE id = $1`,
    [staffId, email, hash, new Date(at.getTime() + INVITATION_MS), ownerEpoch],
  )
  return 'invited'
}

export type Invitation = { staffId: string; businessId: number; name: string; email: string }

/** Undefined if unknown, used, withdrawn, over, or ended with the owner's password. `lock`: until the transaction ends. */
export async function findInvitation(
  db: Queryable,
  hash: string,
  now: Date,
  { lock = false }: { lock?: boolean } = {},
): Promise<Invitation | undefined> {
  const { rows } = await db.query<Invitation>(
    `SELECT s.id AS "staffId", s.business_id AS "businessId", s.name, s.invited_email AS email
     FROM business_staff s JOIN users owner ON owner.id = s.business_id
     WHERE s.invitation_hash = $1 AND s.invitation_expires > $2 AND s.user_id IS NULL AND s.role = 'manager' AND s.active
       AND s.removed_at IS NULL AND s.owner_epoch >= owner.session_epoch${lock ? ' FOR UPDATE OF s' : ''}`,
    [hash, now],
  )
  return rows[0]
}

/** Links a new account to the person and uses up the invitation. */
export async function linkManager(
  client: PoolClient,
  { staffId, businessId }: Pick<Invitation, 'staffId' | 'businessId'>,
  userId: number,
  recording: Recording,
): Promise<void> {
  await client.query(`UPDATE business_staff SET user_id = $2, ${NO_INVITATION} WHERE id = $1`, [staffId, userId])
  await recordSignIn(client, businessId, { staffId, allowed: true }, recording)
}

/**
 * After it was ended, by the owner or with the owner's password. `ownerEpoch`: that of the caller's session, so that a
 * new password that comes meanwhile wins.
 */
export async function allowSignIn(
  client: PoolClient,
  businessId: number,
  staffId: string,
  ownerEpoch: number,
  recording: Recording,
): Promise<{ userId: number } | SignInRefusal> {
  const person = await lockPerson(client, businessId, staffId)
  const refused = refusalOf(person)
  if (refused) return refused
  if (!person || person.userId === null) return 'staff_not_found'
  const allowed = await client.query(
    'UPDATE business_staff SET owner_epoch = $2 WHERE id = $1 AND (owner_epoch IS NULL OR owner_epoch < $2)',
    [staffId, ownerEpoch],
  )
  if (allowed.rowCount === 1) {
    await endSessionsOf(client, staffId)
    await recordSignIn(client, businessId, { staffId, allowed: true }, recording)
  }
  return { userId: person.userId }
}

/** Also withdraws an open invitation. Undefined if the person is unknown. */
export async function endSignIn(
  client: PoolClient,
  businessId: number,
  staffId: string,
  recording: Recording,
): Promise<{ userId: number | null } | undefined> {
  const person = await lockPerson(client, businessId, staffId)
  if (!person) return undefined
  const ended = await client.query(
    `UPDATE business_staff SET owner_epoch = NULL, ${NO_INVITATION} WHERE id = $1 AND owner_epoch IS NOT NULL`,
    [staffId],
  )
  if (ended.rowCount === 1 && person.userId !== null) {
    await endSessionsOf(client, staffId)
    await recordSignIn(client, businessId, { staffId, allowed: false }, recording)
  }
  return { userId: person.userId }
}

/** For the owner: people of the shop, without removed ones, each with the sign-in or the open invitation. */
export async function staffWithSignIns(db: Queryable, businessId: number, now: Date): Promise<ListedStaff[]> {
  type Row = StaffMember & { email: string | null; until: Date | null; allowed: boolean }
  const { rows } = await db.query<Row>(
    `SELECT s.id AS "staffId", s.name, s.role, s.active, coalesce(u.email, s.invited_email) AS email,
       CASE WHEN s.user_id IS NULL THEN s.invitation_expires END AS until,
       coalesce(s.owner_epoch >= owner.session_epoch, false) AS allowed
     FROM business_staff s JOIN users owner ON owner.id = s.business_id LEFT JOIN users u ON u.id = s.user_id
     WHERE s.business_id = $1 AND s.removed_at IS NULL ORDER BY s.created_at, s.id`,
    [businessId],
  )
  return rows.map(({ email, until, allowed, ...person }) => {
    const isOver = email === null || (until !== null && until <= now)
    return { ...person, signIn: isOver ? null : { email, invitedUntil: until?.toISOString() ?? null, allowed } }
  })
}

/** Chore: an address is kept only while its invitation is open. Returns how many were over. */
export async function forgetOldInvitations(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE business_staff SET owner_epoch = NULL, ${NO_INVITATION} WHERE invitation_expires <= $1`,
    [now],
  )
  return rowCount ?? 0
}

async function lockPerson(client: PoolClient, businessId: number, staffId: string): Promise<Given | undefined> {
  const { rows } = await client.query<Given>(
    `SELECT ${STAFF_COLUMNS}, user_id AS "userId" FROM business_staff
     WHERE business_id = $1 AND id = $2 AND removed_at IS NULL FOR UPDATE`,
    [businessId, staffId],
  )
  return rows[0]
}

function refusalOf(person: Given | undefined): SignInRefusal | undefined {
  if (!person) return 'staff_not_found'
  return person.role === 'manager' && person.active ? undefined : 'not_a_manager'
}

async function recordSignIn(
  client: PoolClient,
  businessId: number,
  data: { staffId: string; allowed: boolean },
  recording: Recording,
): Promise<void> {
  const event = { type: 'StaffSignInChanged' as const, data }
  await recordChange(client, businessStream(businessId), BUSINESS_EVENT_DATA, [event], recording)
}

/** Tills of a shop. A pairing code opens one session, once; only its hash is stored. */
import { PAIRING_CODE_MS, TILLS_MAX, type ChangeTill } from '#contracts/rights/staff-calls.ts'
import { BUSINESS_EVENT_DATA, businessStream } from '#contracts/events/business-events.ts'
import { onceForThing, recordEvents, type Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { TILL_COLUMNS, type Till } from './tills.ts'

export type NewTill = {
  id: string
  name: string
  locksAfterSeconds: number
  /** Checked by the caller in the same transaction (hasBranch). */
  branchId: string | null
  codeHash: string
  at: Date
}

/** False at TILLS_MAX, which concurrent calls may pass by a few. No event: only pairing gives the till any power. */
export async function addTill(
  db: Queryable,
  businessId: number,
  { id, name, locksAfterSeconds, branchId, codeHash, at }: NewTill,
): Promise<boolean> {
  const made = await db.query(
    `INSERT INTO tills (id, business_id, name, locks_after_seconds, code_hash, code_expires_at, created_at, branch_id)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8
     WHERE (SELECT count(*) FROM tills WHERE business_id = $2 AND revoked_at IS NULL) < ${TILLS_MAX}`,
    [id, businessId, name, locksAfterSeconds, codeHash, new Date(at.getTime() + PAIRING_CODE_MS), at, branchId],
  )
  return made.rowCount === 1
}

/**
 * Undefined if unknown or revoked. No event: the log has neither the name nor the idle time, and acts name their
 * branch. The caller checks the branch in the same transaction (hasBranch).
 */
export async function changeTill(
  db: Queryable,
  businessId: number,
  tillId: string,
  { name, locksAfterSeconds, branchId }: ChangeTill,
): Promise<Till | undefined> {
  const { rows } = await db.query<Till>(
    `UPDATE tills SET name = coalesce($3, name), locks_after_seconds = coalesce($4, locks_after_seconds),
       branch_id = CASE WHEN $5::boolean THEN $6::uuid ELSE branch_id END
     WHERE business_id = $1 AND id = $2 AND revoked_at IS NULL
     RETURNING ${TILL_COLUMNS}`,
    [businessId, tillId, name ?? null, locksAfterSeconds ?? null, branchId !== undefined, branchId ?? null],
  )
  return rows[0]
}

/** `call`: digest of the call's key; undefined without one. */
export type Pairing = { codeHash: string; pairing: string; call: string | undefined; correlationId: string; at: Date }

/**
 * Undefined if the code is unknown, used or expired. A retry of the call that used it pairs again: the new `pairing`
 * ends the session of its first try.
 */
export async function pairTill(
  client: PoolClient,
  { codeHash, pairing, call, correlationId, at }: Pairing,
): Promise<(Till & { pairing: string }) | undefined> {
  const { rows } = await client.query<Till & { pairing: string }>(
    `UPDATE tills SET pairing = $2, paired_by = $3, paired_at = coalesce(paired_at, $4)
     WHERE code_hash = $1 AND code_expires_at > $4 AND revoked_at IS NULL AND (paired_at IS NULL OR paired_by = $3)
     RETURNING ${TILL_COLUMNS}`,
    [codeHash, pairing, call ?? null, at],
  )
  const [till] = rows
  if (!till) return undefined
  const { tillId, businessId, branchId } = till
  const data = { tillId, ...(branchId === null ? {} : { branchId }) }
  await recordEvents(client, businessStream(businessId), BUSINESS_EVENT_DATA, [{ type: 'TillPaired', data }], {
    ...onceForThing(`pair-till:${tillId}`),
    actor: { userId: businessId, role: 'business' },
    correlationId,
    at,
  })
  return till
}

/** True also if revoked before. Records an event if the till was paired. */
export async function revokeTill(
  client: PoolClient,
  businessId: number,
  tillId: string,
  by: Pick<Recording, 'actor' | 'onBehalfOf' | 'correlationId' | 'at'>,
): Promise<boolean> {
  const { rows } = await client.query<{ paired: boolean }>(
    `UPDATE tills SET revoked_at = coalesce(revoked_at, $3) WHERE business_id = $1 AND id = $2
     RETURNING paired_at IS NOT NULL AS paired`,
    [businessId, tillId, by.at],
  )
  const [till] = rows
  if (till?.paired)
    await recordEvents(
      client,
      businessStream(businessId),
      BUSINESS_EVENT_DATA,
      [{ type: 'TillRevoked', data: { tillId } }],
      {
        ...onceForThing(`revoke-till:${tillId}`),
        ...by,
      },
    )
  return till !== undefined
}

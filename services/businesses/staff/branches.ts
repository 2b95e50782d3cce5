/** Branches of a shop. No events: a branch gives no power, and the log has no names. */
import { BRANCHES_MAX } from '#contracts/rights/branch-calls.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'

export type Branch = { branchId: string; name: string }

/** Without removed ones, in the order of adding. */
export async function branchesOf(db: Queryable, businessId: number): Promise<Branch[]> {
  const { rows } = await db.query<Branch>(
    `SELECT id AS "branchId", name FROM branches WHERE business_id = $1 AND removed_at IS NULL ORDER BY created_at, id`,
    [businessId],
  )
  return rows
}

/** False at BRANCHES_MAX, which concurrent calls may pass by a few. */
export async function addBranch(db: Queryable, businessId: number, { branchId, name }: Branch): Promise<boolean> {
  const made = await db.query(
    `INSERT INTO branches (id, business_id, name) SELECT $1, $2, $3
     WHERE (SELECT count(*) FROM branches WHERE business_id = $2 AND removed_at IS NULL) < ${BRANCHES_MAX}`,
    [branchId, businessId, name],
  )
  return made.rowCount === 1
}

/** False if unknown or removed. */
export async function renameBranch(db: Queryable, businessId: number, { branchId, name }: Branch): Promise<boolean> {
  const renamed = await db.query(
    'UPDATE branches SET name = $3 WHERE business_id = $1 AND id = $2 AND removed_at IS NULL',
    [businessId, branchId, name],
  )
  return renamed.rowCount === 1
}

/**
 * Takes the branch from its tills, whose ids are returned. Undefined if unknown; a removed branch has no tills. The
 * row keeps the name for reports of earlier days.
 */
export async function removeBranch(
  client: PoolClient,
  businessId: number,
  branchId: string,
): Promise<string[] | undefined> {
  const removed = await client.query(
    'UPDATE branches SET removed_at = coalesce(removed_at, now()) WHERE business_id = $1 AND id = $2',
    [businessId, branchId],
  )
  if (removed.rowCount === 0) return undefined
  // A second statement, so that it sees a till whose change the first one waited for (hasBranch).
  const { rows } = await client.query<{ id: string }>(
    'UPDATE tills SET branch_id = NULL WHERE business_id = $1 AND branch_id = $2 RETURNING id',
    [businessId, branchId],
  )
  return rows.map(({ id }) => id)
}

/** Keeps the branch from being removed until the transaction ends. False if unknown or removed. */
export async function hasBranch(client: PoolClient, businessId: number, branchId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM branches WHERE business_id = $1 AND id = $2 AND removed_at IS NULL FOR SHARE',
    [businessId, branchId],
  )
  return rowCount === 1
}

/** Which person of which shop an account of a manager belongs to (decision 48). */
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowChanges } from '#platform/postgres/row-changes.ts'
import { createShortCache } from '#platform/redis/short-cache.ts'

/** `ownerEpoch`: holds only while the owner's session epoch is no higher. */
export type ManagerLink = { staffId: string; businessId: number; ownerEpoch: number }

/** Bounds (ms) how long a person may act whose rights were taken, if the change notification is lost. */
const LINK_TTL_MS = 1_000

export type Managers = {
  /** Undefined also for a person who is removed, inactive or a cashier, or whose sign-in was ended. */
  byUserId(userId: number): Promise<ManagerLink | undefined>
  /** Call after changing the row; other processes follow within a second. */
  forget(userId: number): void
}

/** `changes`: if given, rows stay cached until they change. */
export function createManagers(db: Queryable, changes?: RowChanges): Managers {
  const byUserId = createShortCache<number, ManagerLink>(
    async (userId) =>
      (
        await db.query<ManagerLink>(
          `SELECT id AS "staffId", business_id AS "businessId", owner_epoch AS "ownerEpoch" FROM business_staff
           WHERE user_id = $1 AND role = 'manager' AND active AND removed_at IS NULL AND owner_epoch IS NOT NULL`,
          [userId],
        )
      ).rows[0],
    { max: 10_000, ttlMs: LINK_TTL_MS, ...(changes && { changes: { of: changes, table: 'managers', keyOf: Number } }) },
  )
  return { byUserId: (userId) => byUserId.get(userId), forget: (userId) => byUserId.forget(userId) }
}

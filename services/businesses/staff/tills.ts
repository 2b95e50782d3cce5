import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowChanges } from '#platform/postgres/row-changes.ts'
import { createShortCache } from '#platform/redis/short-cache.ts'

/** `pairing`: names the one session of the till; null until it is paired. */
export type Till = {
  tillId: string
  businessId: number
  branchId: string | null
  name: string
  /** 0: after each act. */
  locksAfterSeconds: number
  pairing: string | null
  pairedAt: Date | null
}

export const TILL_COLUMNS = `id AS "tillId", business_id AS "businessId", branch_id AS "branchId", name,
  locks_after_seconds AS "locksAfterSeconds", pairing, paired_at AS "pairedAt"`

/** Bounds (ms) how long a revoked till may act if the change notification is lost. */
const TILL_TTL_MS = 1_000

export type Tills = {
  /** Undefined also for revoked tills. */
  byId(tillId: string): Promise<Till | undefined>
  /** Without revoked tills, in the order of adding. */
  of(businessId: number): Promise<Till[]>
  /** Call after changing the row; other processes follow within a second. */
  forget(tillId: string): void
}

/** `changes`: if given, rows stay cached until they change. */
export function createTills(db: Queryable, changes?: RowChanges): Tills {
  const byId = createShortCache<string, Till>(
    async (tillId) =>
      (await db.query<Till>(`SELECT ${TILL_COLUMNS} FROM tills WHERE id = $1 AND revoked_at IS NULL`, [tillId]))
        .rows[0],
    { max: 10_000, ttlMs: TILL_TTL_MS, ...(changes && { changes: { of: changes, table: 'tills', keyOf: String } }) },
  )
  return {
    byId: (tillId) => byId.get(tillId),
    async of(businessId) {
      const { rows } = await db.query<Till>(
        `SELECT ${TILL_COLUMNS} FROM tills WHERE business_id = $1 AND revoked_at IS NULL ORDER BY created_at, id`,
        [businessId],
      )
      return rows
    },
    forget: (tillId) => byId.forget(tillId),
  }
}

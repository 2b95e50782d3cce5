import type { StaffRole } from '#contracts/rights/business-rights.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowChanges } from '#platform/postgres/row-changes.ts'
import { createShortCache } from '#platform/redis/short-cache.ts'

export type StaffMember = { staffId: string; name: string; role: StaffRole; active: boolean }

export const STAFF_COLUMNS = 'id AS "staffId", name, role, active'

/** Bounds (ms) how long a removed person may act if the change notification is lost. */
const STAFF_TTL_MS = 1_000

export type Staff = {
  /** Without removed people, in the order of adding. */
  of(businessId: number): Promise<readonly StaffMember[]>
  /** Undefined for a removed or inactive person and at another business. Must never leave the server. */
  pinHash(businessId: number, staffId: string): Promise<string | undefined>
  /** Call after changing the rows; other processes follow within a second. */
  forget(businessId: number): void
}

/** `changes`: if given, rows stay cached until they change. */
export function createStaff(db: Queryable, changes?: RowChanges): Staff {
  const byBusiness = createShortCache<number, readonly StaffMember[]>(
    async (businessId) =>
      (
        await db.query<StaffMember>(
          `SELECT ${STAFF_COLUMNS} FROM business_staff WHERE business_id = $1 AND removed_at IS NULL ORDER BY created_at, id`,
          [businessId],
        )
      ).rows,
    { max: 10_000, ttlMs: STAFF_TTL_MS, ...(changes && { changes: { of: changes, table: 'staff', keyOf: Number } }) },
  )
  return {
    of: async (businessId) => (await byBusiness.get(businessId)) ?? [],
    async pinHash(businessId, staffId) {
      const { rows } = await db.query<{ hash: string }>(
        'SELECT pin_hash AS hash FROM business_staff WHERE business_id = $1 AND id = $2 AND active AND removed_at IS NULL',
        [businessId, staffId],
      )
      return rows[0]?.hash
    },
    forget: (businessId) => byBusiness.forget(businessId),
  }
}

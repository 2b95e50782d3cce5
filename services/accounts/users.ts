/** User rows. Columns are listed one by one, so that no token slips out. */
import type { Language, Role, SessionUser } from '#contracts/calls/account/session.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowChanges } from '#platform/postgres/row-changes.ts'
import { createShortCache } from '#platform/redis/short-cache.ts'

export type User = {
  id: number
  email: string
  role: Role
  firstName: string
  lastName: string
  phone: string | null
  buyerCode: string | null
  emailVerified: boolean
  language: Language
  /** Pending until verified (H20). */
  pendingEmail: string | null
  /** Sessions with a lower epoch are over. */
  sessionEpoch: number
}

/** The hash must never leave the server. */
export type WithPassword = User & { passwordHash: string }

export const USER_COLUMNS = `id, email, role, first_name AS "firstName", last_name AS "lastName", phone, buyer_code AS "buyerCode",
  email_verified AS "emailVerified", preferred_language AS "language", pending_email AS "pendingEmail", session_epoch AS "sessionEpoch"`

/** Bounds how long a changed row may be stale (ms) if the change notification is lost. */
const USER_TTL_MS = 1_000
const BUYER_CODES_KEPT = 100_000

/** `id`: whose account the code leads to. `cardId`: of a card's code; equal to `id` until the card is claimed. */
export type BuyerOfCode = { id: number; isUnverified: boolean; cardId: number | null }

export type Users = {
  /** Undefined also for erased users (H25). */
  byId(id: number): Promise<User | undefined>
  /** Call after changing the row. */
  forget(user: { id: number; buyerCode: string | null }): void
  /** Bypasses the cache and includes the hash: for sign-in only. */
  forSignIn(email: string): Promise<WithPassword | undefined>
  /**
   * Normalised codes are never reused (H25), so results may be cached for long. `isUnverified` may be stale if true: an
   * award then marks the account (markAwarded).
   */
  buyerIdByCode(code: string): Promise<BuyerOfCode | undefined>
  /** The account of the code itself: a claimed or blocked card's own, with what it got before. */
  accountIdByCode(code: string): Promise<number | undefined>
}

/** `changes`: if given, rows stay cached until they change. */
export function createUsers(db: Queryable, changes?: RowChanges): Users {
  const byId = createShortCache<number, User>(
    async (id) =>
      (await db.query<User>(`SELECT ${USER_COLUMNS} FROM users WHERE id = $1 AND erased_at IS NULL`, [id])).rows[0],
    { max: 50_000, ttlMs: USER_TTL_MS, ...(changes && { changes: { of: changes, table: 'users', keyOf: Number } }) },
  )
  const byCode = createShortCache<string, BuyerOfCode>(
    async (code) =>
      (
        await db.query<BuyerOfCode>(
          `SELECT id, NOT email_verified AS "isUnverified", NULL::int AS "cardId" FROM users WHERE buyer_code = $1 AND role = 'buyer'
           UNION ALL
           SELECT coalesce(claimed_by, id), false, id FROM cards WHERE code = $1 AND blocked_at IS NULL`,
          [code],
        )
      ).rows[0],
    {
      max: BUYER_CODES_KEPT,
      ttlMs: 60_000,
      ...(changes && { changes: { of: changes, table: 'buyer_codes', keyOf: String } }),
    },
  )
  return {
    byId: (id) => byId.get(id),
    forget({ id, buyerCode }) {
      byId.forget(id)
      if (buyerCode !== null) byCode.forget(buyerCode)
    },
    async forSignIn(email) {
      const found = await db.query<WithPassword>(
        `SELECT ${USER_COLUMNS}, password AS "passwordHash" FROM users WHERE lower(email) = lower($1) AND erased_at IS NULL`,
        [email],
      )
      return found.rows[0]
    },
    buyerIdByCode: (code) => byCode.get(code),
    async accountIdByCode(code) {
      const { rows } = await db.query<{ id: number }>(
        `SELECT id FROM users WHERE buyer_code = $1 AND role = 'buyer' UNION ALL SELECT id FROM cards WHERE code = $1`,
        [code],
      )
      return rows[0]?.id
    },
  }
}

/** R131: the only fields that a client sees. */
export function sessionUser(user: User): SessionUser {
  const { id, buyerCode, firstName, lastName, email, phone, role, language } = user
  return { id, buyerId: buyerCode, firstName, lastName, email, phone, role, language }
}

/** People's rows, read for sign-in and for every request. Columns are named one by one: a token must never slip out. */
import type { Language, Role, SessionUser } from '#contracts/calls/session.ts'
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
  /** The address that shall be, until it is verified (H20). */
  pendingEmail: string | null
  /** Sessions that were opened under a lower number are over. */
  sessionEpoch: number
}

/** With the stored hash, which never leaves the server. */
export type WithPassword = User & { passwordHash: string }

export const USER_COLUMNS = `id, email, role, first_name AS "firstName", last_name AS "lastName", phone, buyer_code AS "buyerCode",
  email_verified AS "emailVerified", preferred_language AS "language", pending_email AS "pendingEmail", session_epoch AS "sessionEpoch"`

/** A change to a user's row takes effect everywhere within this time (I15), also where the change is not heard of. */
const USER_TTL_MS = 1_000
const BUYER_CODES_KEPT = 100_000

export type Users = {
  /** Undefined also for who has been erased (H25). */
  byId(id: number): Promise<User | undefined>
  /** To be called by who has just changed the row, so that this process sees it at once. */
  forget(user: { id: number; buyerCode: string | null }): void
  /** Looks past the cache and brings the stored hash: for sign-in alone. */
  forSignIn(email: string): Promise<WithPassword | undefined>
  /** The users.id behind a normalised buyer code. Codes are never reused (H25), so a found one may be kept for long. */
  buyerIdByCode(code: string): Promise<{ id: number } | undefined>
}

/** `changes`: where they are heard, rows are kept until they change. */
export function createUsers(db: Queryable, changes?: RowChanges): Users {
  const byId = createShortCache<number, User>(
    async (id) =>
      (await db.query<User>(`SELECT ${USER_COLUMNS} FROM users WHERE id = $1 AND erased_at IS NULL`, [id])).rows[0],
    { max: 50_000, ttlMs: USER_TTL_MS, ...(changes && { changes: { of: changes, table: 'users', keyOf: Number } }) },
  )
  const byCode = createShortCache<string, { id: number }>(
    async (code) =>
      (await db.query<{ id: number }>(`SELECT id FROM users WHERE buyer_code = $1 AND role = 'buyer'`, [code])).rows[0],
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
  }
}

/** R131: what leaves the server about its own user. */
export function sessionUser(user: User): SessionUser {
  const { id, buyerCode, firstName, lastName, email, phone, role, language } = user
  return { id, buyerId: buyerCode, firstName, lastName, email, phone, role, language }
}

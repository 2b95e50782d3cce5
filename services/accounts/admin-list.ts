/** People as administrators see them (H30). No password, token or document stands here. */
import { normaliseCode } from '#contracts/codes.ts'
import { numberIn } from '#contracts/ids.ts'
import type { Role, Language } from '#contracts/session.ts'
import type { Queryable } from '#platform/postgres.ts'
import { createShortCache } from '#platform/short-cache.ts'
import { containing, everyWordIn, isoMoment, wordsIn } from '#platform/sql-text.ts'

export type AdminUserRow = {
  id: number
  role: Role
  firstName: string
  lastName: string
  email: string
  buyerId: string | null
  emailVerified: boolean
  language: Language
  createdAt: string
}

/** By id, after `after`; who has been erased (H25) is nobody any more. */
export async function searchUsers(
  db: Queryable,
  { search, role, after = 0, limit }: { search?: string | undefined; role?: Role | undefined; after?: number | undefined; limit: number },
): Promise<AdminUserRow[]> {
  // As every screen shows it, with a space, and in whatever letters it was typed (H12).
  const code = search && normaliseCode(search)
  const { rows } = await db.query<AdminUserRow>(
    `SELECT id, role, first_name AS "firstName", last_name AS "lastName", email, buyer_code AS "buyerId", email_verified AS "emailVerified",
       preferred_language AS language, ${isoMoment('created_at')} AS "createdAt"
     FROM users WHERE id > $1 AND erased_at IS NULL AND ($2::text IS NULL OR role = $2)
       AND (${everyWordIn('$3', ['email', 'first_name', 'last_name', 'buyer_code'])} OR buyer_code ILIKE $4 OR id = $5::int)
     ORDER BY id LIMIT $6`,
    [after, role ?? null, wordsIn(search ?? ''), code ? containing(code) : null, search ? (numberIn(search) ?? null) : null, limit],
  )
  return rows
}

/** E-mail addresses, for a list of an administrator's. */
export async function emailsOf(db: Queryable, userIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.query<{ id: number; email: string }>('SELECT id, email FROM users WHERE id = ANY($1) AND erased_at IS NULL', [userIds])
  return new Map(rows.map(({ id, email }) => [id, email]))
}

type RoleCount = Partial<Record<Role, number>>

/** Everybody is counted one by one, and each open page of an administrator's asks four times a minute. */
const COUNT_KEPT_MS = 60_000

/** How many people there are of each role; the answer is up to a minute old. */
export function createRoleCount(db: Queryable): () => Promise<RoleCount> {
  const kept = createShortCache<'all', RoleCount>(
    async () => {
      const { rows } = await db.query<{ role: Role; n: number }>('SELECT role, count(*) AS n FROM users WHERE erased_at IS NULL GROUP BY role')
      return Object.fromEntries(rows.map(({ role, n }) => [role, n]))
    },
    { max: 1, ttlMs: COUNT_KEPT_MS },
  )
  return async () => (await kept.get('all')) ?? {}
}

/** People as administrators see them (H30): without password, token or document. */
import { isBuyerCode, normaliseCode } from '#contracts/units/codes.ts'
import { numberIn } from '#contracts/units/ids.ts'
import { phoneBeginning } from '#contracts/units/phone.ts'
import type { Role, Language } from '#contracts/calls/account/session.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { createShortCache } from '#platform/redis/short-cache.ts'
import { containing, everyWordIn, isoMoment, wordsIn } from '#platform/postgres/sql-text.ts'

export type AdminUserRow = {
  id: number
  role: Role
  firstName: string
  lastName: string
  email: string
  phone: string | null
  buyerId: string | null
  emailVerified: boolean
  language: Language
  createdAt: string
}

type PeopleSearch = { search?: string | undefined; role?: Role | undefined; after?: number | undefined; limit: number }

const COLUMNS = `id, role, first_name AS "firstName", last_name AS "lastName", email, phone, buyer_code AS "buyerId", email_verified AS "emailVerified",
  preferred_language AS language, ${isoMoment('created_at')} AS "createdAt"`
const WANTED = `id > $1 AND erased_at IS NULL AND ($2::text IS NULL OR role = $2)`

/**
 * A telephone number, e-mail address or buyer code is first looked up in its index, because a scan reads up to a
 * million rows. Without an exact match, the text is searched for as a part of those fields.
 */
export async function searchUsers(db: Queryable, { search = '', ...page }: PeopleSearch): Promise<AdminUserRow[]> {
  const names = namesIn(search)
  if (names === undefined) return lookThrough(db, search, page)
  const named = await lookUp(db, names, page)
  // Only a telephone number contains a plus or spaces.
  if (named.length > 0 || (names.phone !== undefined && /\D/.test(search))) return named
  const isNobodys = !page.after || (await lookUp(db, names, { limit: 1 })).length === 0
  return isNobodys ? lookThrough(db, search, page) : []
}

type Names = { phone: string | undefined; email: string | undefined; code: string | undefined; id: number | undefined }

/** The search text as exact keys of one person. A bare id is no key, because its digits may be part of anything. */
function namesIn(search: string): Names | undefined {
  const phone = phoneBeginning(search)
  const email = /^\S+@\S+$/.test(search) ? search.toLowerCase() : undefined
  const code = normaliseCode(search)
  if (phone === undefined && email === undefined && !isBuyerCode(code)) return undefined
  return { phone, email, code: isBuyerCode(code) ? code : undefined, id: numberIn(search) }
}

async function lookUp(
  db: Queryable,
  { phone, email, code, id }: Names,
  { role, after = 0, limit }: Omit<PeopleSearch, 'search'>,
): Promise<AdminUserRow[]> {
  // MATERIALIZED: otherwise ORDER BY id with LIMIT may scan the whole primary key.
  const { rows } = await db.query<AdminUserRow>(
    `WITH named AS MATERIALIZED (
       SELECT id FROM users WHERE phone LIKE $3
       UNION SELECT id FROM users WHERE lower(email) = $4
       UNION SELECT id FROM users WHERE buyer_code = $5
       UNION SELECT claimed_by FROM cards WHERE code = $5
       UNION SELECT id FROM users WHERE id = $6::int)
     SELECT ${COLUMNS} FROM users JOIN named USING (id) WHERE ${WANTED} ORDER BY id LIMIT $7`,
    [after, role ?? null, phone === undefined ? null : `${phone}%`, email ?? null, code ?? null, id ?? null, limit],
  )
  return rows
}

async function lookThrough(
  db: Queryable,
  search: string,
  { role, after = 0, limit }: Omit<PeopleSearch, 'search'>,
): Promise<AdminUserRow[]> {
  // Codes match with spaces and in any letter case (H12).
  const code = normaliseCode(search)
  const { rows } = await db.query<AdminUserRow>(
    `SELECT ${COLUMNS} FROM users
     WHERE ${WANTED} AND (${everyWordIn('$3', ['first_name', 'last_name'], ['email', 'buyer_code'])} OR buyer_code LIKE $4 OR id = $5::int OR phone LIKE $6)
     ORDER BY id LIMIT $7`,
    [
      after,
      role ?? null,
      wordsIn(search),
      code ? containing(code) : null,
      numberIn(search) ?? null,
      partOfPhone(search),
      limit,
    ],
  )
  return rows
}

/** People remember the end of a number: '12-34-56'. */
function partOfPhone(search: string): string | null {
  const digits = search.replace(/[\s().-]/g, '')
  return /^\d{4,}$/.test(digits) ? containing(digits) : null
}

export async function emailsOf(db: Queryable, userIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.query<{ id: number; email: string }>(
    'SELECT id, email FROM users WHERE id = ANY($1) AND erased_at IS NULL',
    [userIds],
  )
  return new Map(rows.map(({ id, email }) => [id, email]))
}

type RoleCount = Partial<Record<Role, number>>

/** Counting scans the table, and each open admin page asks four times a minute. */
const COUNT_KEPT_MS = 60_000

/** The answer is up to a minute old. */
export function createRoleCount(db: Queryable): () => Promise<RoleCount> {
  const kept = createShortCache<'all', RoleCount>(
    async () => {
      const { rows } = await db.query<{ role: Role; n: number }>(
        'SELECT role, count(*) AS n FROM users WHERE erased_at IS NULL GROUP BY role',
      )
      return Object.fromEntries(rows.map(({ role, n }) => [role, n]))
    },
    { max: 1, ttlMs: COUNT_KEPT_MS },
  )
  return async () => (await kept.get('all')) ?? {}
}

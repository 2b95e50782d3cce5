/** People as administrators see them (H30). No password, token or document stands here. */
import { isBuyerCode, normaliseCode } from '#contracts/units/codes.ts'
import { numberIn } from '#contracts/units/ids.ts'
import { phoneBeginning } from '#contracts/units/phone.ts'
import type { Role, Language } from '#contracts/calls/session.ts'
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
/** Who has been erased (H25) is nobody any more. */
const WANTED = `id > $1 AND erased_at IS NULL AND ($2::text IS NULL OR role = $2)`

/**
 * By id, after `after`. What names one person, a telephone number, a whole e-mail address or a buyer's code, is looked up in an index: somebody
 * waits on the telephone, and everybody is a million people. Where it is nobody's, as whatever else was typed, it may be a part of something.
 */
export async function searchUsers(db: Queryable, { search = '', ...page }: PeopleSearch): Promise<AdminUserRow[]> {
  const names = namesIn(search)
  if (names === undefined) return lookThrough(db, search, page)
  const named = await lookUp(db, names, page)
  // Nothing else is written like a telephone number with its plus or its spaces.
  if (named.length > 0 || (names.phone !== undefined && /\D/.test(search))) return named
  // Behind the last page of those whom it names nobody else comes.
  const isNobodys = !page.after || (await lookUp(db, names, { limit: 1 })).length === 0
  return isNobodys ? lookThrough(db, search, page) : []
}

type Names = { phone: string | undefined; email: string | undefined; code: string | undefined; id: number | undefined }

/** What was typed as the name of one person; undefined where it can be none. The number of a person is one only beside another: alone it may be a part of anything. */
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
  // First who they are, then their page: asked for the first few by their ids, the database might walk through all of them for that.
  const { rows } = await db.query<AdminUserRow>(
    `WITH named AS MATERIALIZED (
       SELECT id FROM users WHERE phone LIKE $3
       UNION SELECT id FROM users WHERE lower(email) = $4
       UNION SELECT id FROM users WHERE buyer_code = $5
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
  // As every screen shows it, with a space, and in whatever letters it was typed (H12).
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

/** The end of a number, as people remember it: '12-34-56'. */
function partOfPhone(search: string): string | null {
  const digits = search.replace(/[\s().-]/g, '')
  return /^\d{4,}$/.test(digits) ? containing(digits) : null
}

/** E-mail addresses, for a list of an administrator's. */
export async function emailsOf(db: Queryable, userIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.query<{ id: number; email: string }>(
    'SELECT id, email FROM users WHERE id = ANY($1) AND erased_at IS NULL',
    [userIds],
  )
  return new Map(rows.map(({ id, email }) => [id, email]))
}

type RoleCount = Partial<Record<Role, number>>

/** Everybody is counted one by one, and each open page of an administrator's asks four times a minute. */
const COUNT_KEPT_MS = 60_000

/** How many people there are of each role; the answer is up to a minute old. */
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

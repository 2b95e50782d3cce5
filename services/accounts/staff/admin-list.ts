/** People as administrators see them (H30): without password, token or document. */
import { isBuyerCode, normaliseCode } from '#contracts/units/codes.ts'
import { numberIn } from '#contracts/units/ids.ts'
import { phoneBeginning } from '#contracts/units/phone.ts'
import type { Role, Language } from '#contracts/calls/account/session.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { createShortCache } from '#platform/redis/short-cache.ts'
import { containing, isNamedLike, isoMoment, nameWordsIn } from '#platform/postgres/sql-text.ts'

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
 * A telephone number, its end, an e-mail address or a buyer code is first looked up in its index, because a scan reads
 * up to a million rows. Without an exact match, the text is searched for as a part of those fields.
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

type Names = {
  phone: string | undefined
  phoneEnd: string | undefined
  email: string | undefined
  code: string | undefined
  id: number | undefined
}

/** Fewer digits may also be those of a code. */
const PHONE_END_DIGITS = 6

/** The search text as exact keys of one person. A bare id is no key, because its digits may be part of anything. */
function namesIn(search: string): Names | undefined {
  const phone = phoneBeginning(search)
  const email = /^\S+@\S+$/.test(search) ? search.toLowerCase() : undefined
  const code = normaliseCode(search)
  const digits = digitsIn(search)
  const phoneEnd = digits.length >= PHONE_END_DIGITS ? digits : undefined
  if (phone === undefined && phoneEnd === undefined && email === undefined && !isBuyerCode(code)) return undefined
  return { phone, phoneEnd, email, code: isBuyerCode(code) ? code : undefined, id: numberIn(search) }
}

async function lookUp(
  db: Queryable,
  { phone, phoneEnd, email, code, id }: Names,
  { role, after = 0, limit }: Omit<PeopleSearch, 'search'>,
): Promise<AdminUserRow[]> {
  // MATERIALIZED: otherwise ORDER BY id with LIMIT may scan the whole primary key.
  const { rows } = await db.query<AdminUserRow>(
    `WITH named AS MATERIALIZED (
       SELECT id FROM users WHERE phone LIKE $3
       UNION SELECT id FROM users WHERE lower(email) = $4
       UNION SELECT id FROM users WHERE buyer_code = $5
       UNION SELECT claimed_by FROM cards WHERE code = $5
       UNION SELECT id FROM users WHERE id = $6::int
       UNION SELECT id FROM users WHERE reverse(phone) LIKE reverse($8) || '%')
     SELECT ${COLUMNS} FROM users JOIN named USING (id) WHERE ${WANTED} ORDER BY id LIMIT $7`,
    [
      after,
      role ?? null,
      phone === undefined ? null : `${phone}%`,
      email ?? null,
      code ?? null,
      id ?? null,
      limit,
      phoneEnd ?? null,
    ],
  )
  return rows
}

/** People by id at a time, then all others. So a page of a common name is found in milliseconds. */
const LOOKED_THROUGH = [5_000, 20_000] as const

async function lookThrough(
  db: Queryable,
  search: string,
  { after = 0, limit, ...page }: Omit<PeopleSearch, 'search'>,
): Promise<AdminUserRow[]> {
  const found: AdminUserRow[] = []
  let from = after
  for (const many of [...LOOKED_THROUGH, undefined]) {
    const upTo = many === undefined ? undefined : await lastOf(db, from, many)
    found.push(...(await lookBetween(db, search, { ...page, after: from, upTo, limit: limit - found.length })))
    if (upTo === undefined || found.length >= limit) break
    from = upTo
  }
  return found
}

/** The id of the last of so many people; undefined if there are fewer. */
async function lastOf(db: Queryable, after: number, many: number): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>('SELECT id FROM users WHERE id > $1 ORDER BY id OFFSET $2 LIMIT 1', [
    after,
    many - 1,
  ])
  return rows[0]?.id
}

/**
 * Folding and matching a name costs ten times as much as reading its row. So each different name is matched once, and
 * people are then found by equal names.
 */
async function lookBetween(
  db: Queryable,
  search: string,
  { role, after, upTo, limit }: { role?: Role | undefined; after: number; upTo: number | undefined; limit: number },
): Promise<AdminUserRow[]> {
  // Codes match with spaces and in any letter case (H12).
  const code = normaliseCode(search)
  const words = nameWordsIn(search)
  // Addresses and codes are ASCII, and codes in capitals.
  const everyWord = words
    .map((_, at) => [`(SELECT name FROM named WHERE word = ${at + 1})`, `($4::text[])[${at + 1}]`] as const)
    .map(
      ([names, part]) =>
        `AND (first_name IN ${names} OR last_name IN ${names} OR lower(email COLLATE "C") LIKE ${part} OR buyer_code LIKE upper(${part}))`,
    )
    .join(' ')
  const among = `id > $1 AND ($9::int IS NULL OR id <= $9)`
  const { rows } = await db.query<AdminUserRow>(
    `WITH named AS MATERIALIZED (
       SELECT name, word
       FROM (SELECT first_name AS name FROM users WHERE ${among} UNION SELECT last_name FROM users WHERE ${among}) AS known
       JOIN unnest($3::text[]) WITH ORDINALITY AS typed (pattern, word) ON ${isNamedLike('name', 'pattern')})
     SELECT ${COLUMNS} FROM users
     WHERE ${WANTED} AND ${among} AND (($4::text[] IS NOT NULL ${everyWord}) OR buyer_code LIKE $5 OR id = $6::int OR phone LIKE $7)
     ORDER BY id LIMIT $8`,
    [
      after,
      role ?? null,
      words.map(({ pattern }) => pattern),
      words.map(({ written }) => containing(written)),
      code ? containing(code) : null,
      numberIn(search) ?? null,
      partOfPhone(search),
      limit,
      upTo ?? null,
    ],
  )
  return rows
}

function partOfPhone(search: string): string | null {
  const digits = digitsIn(search)
  return digits.length >= 4 ? containing(digits) : null
}

/** People remember the end of a number: '12-34-56'. Empty if the text contains anything else. */
function digitsIn(search: string): string {
  const digits = search.replace(/[\s().-]/g, '')
  return /^\d+$/.test(digits) ? digits : ''
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

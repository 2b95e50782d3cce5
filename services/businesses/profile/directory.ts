/**
 * Public data of businesses (R198, R199, R206, H28). Columns are listed one by one, so that nothing private slips out.
 * Lists hold active businesses only.
 */
import { CARD_TEXT_MAX, type DirectoryEntry, type PublicBusiness } from '#contracts/calls/directory.ts'
import { searchFor } from '#contracts/units/search-text.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { createShortCache } from '#platform/redis/short-cache.ts'
import { createListings, type Listing } from './listings.ts'
import { primeRanks } from '../plans/prime-rotation.ts'
import { PROFILE_TEXT } from './profile.ts'

/** Bounds how long a suspended business stays listed. */
const LIST_TTL_MS = 1_000

type Listed = Omit<DirectoryEntry, 'primeRank'>
type Known = { entries: Listing<Listed>[] }
type Public = Extract<PublicBusiness, { takesPart: true }> & {
  status: string
  updatedAt: Date
  averageRating: number
  totalReviews: number
}

export type DirectoryFilter = { search?: string; industries?: readonly string[]; prime?: boolean; limit?: number }

export type Directory = {
  /** By name; with `prime` by today's rank. */
  list(filter: DirectoryFilter, now: Date): Promise<DirectoryEntry[]>
  /** Undefined if unknown, unapproved or closed. */
  bySlug(slug: string): Promise<PublicBusiness | undefined>
  /** For the page's head and share picture; includes the rating for search engines. */
  forHead(
    slug: string,
  ): Promise<{ business: PublicBusiness; rating: { averageRating: number; totalReviews: number } } | undefined>
  slugs(): Promise<{ slug: string; updatedAt: Date }[]>
}

const RATING = `coalesce(r.stars::float8 / nullif(r.reviews, 0), 0) AS "averageRating", coalesce(r.reviews, 0) AS "totalReviews"`

export function createDirectory(db: Queryable): Directory {
  const listingsOf = createListings<Listed>()
  const known = createShortCache<'all', Known>(
    async () => {
      const found = await db.query<Listed>(
        `SELECT p.user_id AS id, p.slug, p.business_name AS "businessName", p.logo_url AS "logoUrl", p.industry,
           left(p.description, ${CARD_TEXT_MAX}) AS description, p.website, p.subscription_plan = 'prime' AS "isPrime", ${RATING}
         FROM business_profiles p LEFT JOIN business_ratings r ON r.business_id = p.user_id
         WHERE p.status = 'active'`,
      )
      return { entries: listingsOf(found.rows) }
    },
    { max: 1, ttlMs: LIST_TTL_MS },
  )

  async function publicRow(slug: string): Promise<Public | undefined> {
    const { rows } = await db.query<Public>(
      `SELECT p.user_id AS id, p.slug, p.business_name AS "businessName", p.logo_url AS "logoUrl", p.cover_url AS "coverUrl", ${PROFILE_TEXT},
         p.subscription_plan = 'prime' AS "isPrime", p.status, p.updated_at AS "updatedAt", ${RATING}
       FROM business_profiles p LEFT JOIN business_ratings r ON r.business_id = p.user_id
       WHERE p.slug = $1 AND p.status IN ('active', 'suspended', 'trial_expired')`,
      [slug],
    )
    return rows[0]
  }

  async function forHead(slug: string): ReturnType<Directory['forHead']> {
    const row = await publicRow(slug)
    if (!row) return undefined
    const { status, updatedAt: _, averageRating, totalReviews, ...shown } = row
    if (status === 'active') return { business: { ...shown, takesPart: true }, rating: { averageRating, totalReviews } }
    const absent = { takesPart: false, slug: row.slug, businessName: row.businessName } as const
    return { business: absent, rating: { averageRating: 0, totalReviews: 0 } }
  }

  return {
    async list({ search = '', industries, prime, limit }, now) {
      const entries = (await known.get('all'))?.entries ?? []
      const ranks = primeRanks(
        entries.filter(({ entry }) => entry.isPrime).map(({ entry }) => entry.id),
        now,
      )
      const matches = searchFor(search)
      const matching = entries
        .filter(
          ({ entry, text }) =>
            (!industries || industries.includes(entry.industry)) && (!prime || entry.isPrime) && matches(text),
        )
        .map(({ entry }) => ({ ...entry, primeRank: ranks.get(entry.id) ?? null }))
      if (prime) matching.sort((a, b) => (a.primeRank ?? 0) - (b.primeRank ?? 0))
      return matching.slice(0, limit)
    },
    bySlug: async (slug) => (await forHead(slug))?.business,
    forHead,
    async slugs() {
      const { rows } = await db.query<{ slug: string; updatedAt: Date }>(
        `SELECT slug, updated_at AS "updatedAt" FROM business_profiles WHERE status = 'active' ORDER BY id LIMIT 40000`,
      )
      return rows
    },
  }
}

/** The profile that a business's owner edits (R94, R195, R196). The slug never changes (H27). */
import type { EditProfile, ProfileFields } from '#contracts/calls/profile.ts'
import { canonicalText } from '#contracts/verify/canonical.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'

export type ProfileText = {
  description: string
  industry: string
  phone: string | null
  address: string | null
  website: string | null
  facebookUrl: string | null
  instagramUrl: string | null
  tiktokUrl: string | null
  youtubeUrl: string | null
  twitterUrl: string | null
  linkedinUrl: string | null
}

/** Columns for ProfileText, with business_profiles as `p`. */
export const PROFILE_TEXT = `p.description, p.industry, p.phone, p.address, p.website, p.facebook_url AS "facebookUrl", p.instagram_url AS "instagramUrl",
  p.tiktok_url AS "tiktokUrl", p.youtube_url AS "youtubeUrl", p.twitter_url AS "twitterUrl", p.linkedin_url AS "linkedinUrl"`

export async function profileText(db: Queryable, userId: number): Promise<ProfileText | undefined> {
  const { rows } = await db.query<ProfileText>(`SELECT ${PROFILE_TEXT} FROM business_profiles p WHERE p.user_id = $1`, [
    userId,
  ])
  return rows[0]
}

/** Addresses that a row of the business names: logo, cover and pictures of perks. */
export async function picturesOf(db: Queryable, userId: number): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>(
    `SELECT named.address FROM business_profiles p
     CROSS JOIN LATERAL (
       SELECT p.logo_url UNION ALL SELECT p.cover_url UNION ALL SELECT k.picture_url FROM perks k WHERE k.business_profile_id = p.id
     ) AS named (address)
     WHERE p.user_id = $1 AND named.address IS NOT NULL`,
    [userId],
  )
  return rows.map(({ address }) => address)
}

type Pictures = { [name in 'logoUrl' | 'coverUrl']: string | null | undefined }

/**
 * Run in a transaction. Checks under the row lock, so that a closed business gets no data back (H25) and a second
 * editor gets 'changed_meanwhile' if the row differs from `before`. Sending the stored values is a retry. `pictures`:
 * undefined keeps the stored address.
 */
export async function saveProfile(
  client: PoolClient,
  userId: number,
  { before, ...profile }: Omit<EditProfile, keyof Pictures>,
  pictures: Pictures,
): Promise<'saved' | 'not_active' | 'changed_meanwhile'> {
  const { rows } = await client.query<ProfileFields>(
    `SELECT p.business_name AS "businessName", p.logo_url AS "logoUrl", p.cover_url AS "coverUrl", ${PROFILE_TEXT} FROM business_profiles p WHERE p.user_id = $1 AND p.status = 'active' FOR UPDATE`,
    [userId],
  )
  const stored = rows[0]
  if (!stored) return 'not_active'
  const { logoUrl = stored.logoUrl, coverUrl = stored.coverUrl } = pictures
  const wanted: ProfileFields = { ...profile, logoUrl, coverUrl }
  // A page from before covers knows nothing of one, so the stored one counts as seen.
  const seen = before && { coverUrl: stored.coverUrl, ...before }
  const [is, was, willBe] = [stored, seen, wanted].map(canonicalText)
  if (before && is !== was && is !== willBe) return 'changed_meanwhile'
  await client.query(
    `UPDATE business_profiles SET business_name = $2, industry = $3, description = $4, phone = $5, address = $6, website = $7, facebook_url = $8,
       instagram_url = $9, tiktok_url = $10, youtube_url = $11, twitter_url = $12, linkedin_url = $13,
       logo_url = $14, cover_url = $15, updated_at = now()
     WHERE user_id = $1`,
    [
      userId,
      profile.businessName,
      profile.industry,
      profile.description,
      profile.phone,
      profile.address,
      profile.website,
      profile.facebookUrl,
      profile.instagramUrl,
      profile.tiktokUrl,
      profile.youtubeUrl,
      profile.twitterUrl,
      profile.linkedinUrl,
      wanted.logoUrl,
      wanted.coverUrl,
    ],
  )
  return 'saved'
}

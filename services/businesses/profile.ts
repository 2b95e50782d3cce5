/** A business's profile as it stands in its row and is edited by its owner (R94, R195, R196). The slug never changes (H27). */
import type { EditProfile } from '#contracts/profile.ts'
import type { Queryable } from '#platform/postgres.ts'

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

export async function profileText(db: Queryable, userId: number): Promise<ProfileText | undefined> {
  const { rows } = await db.query<ProfileText>(
    `SELECT description, industry, phone, address, website, facebook_url AS "facebookUrl", instagram_url AS "instagramUrl", tiktok_url AS "tiktokUrl",
       youtube_url AS "youtubeUrl", twitter_url AS "twitterUrl", linkedin_url AS "linkedinUrl"
     FROM business_profiles WHERE user_id = $1`,
    [userId],
  )
  return rows[0]
}

/**
 * `logoUrl`: undefined leaves the logo as it is. False where the business takes no part any more: asked with the row in hand, so that
 * nothing comes back into the row of one that was closed meanwhile (H25).
 */
export async function saveProfile(db: Queryable, userId: number, profile: Omit<EditProfile, 'logoUrl'>, logoUrl: string | null | undefined): Promise<boolean> {
  const saved = await db.query(
    `UPDATE business_profiles SET business_name = $2, industry = $3, description = $4, phone = $5, address = $6, website = $7, facebook_url = $8,
       instagram_url = $9, tiktok_url = $10, youtube_url = $11, twitter_url = $12, linkedin_url = $13,
       logo_url = CASE WHEN $14 THEN $15 ELSE logo_url END, updated_at = now()
     WHERE user_id = $1 AND status = 'active'`,
    [
      userId, profile.businessName, profile.industry, profile.description, profile.phone, profile.address, profile.website, profile.facebookUrl,
      profile.instagramUrl, profile.tiktokUrl, profile.youtubeUrl, profile.twitterUrl, profile.linkedinUrl, logoUrl !== undefined, logoUrl ?? null,
    ],
  )
  return saved.rowCount === 1
}

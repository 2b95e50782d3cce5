/** A business's thresholds for unusual acts, and whether days with remarks are mailed. */
import { attentionSettingsSchema, DEFAULT_ATTENTION, type AttentionSettings } from '#contracts/calls/attention.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

/** The product's thresholds until the business has saved its own. */
export async function attentionSettings(db: Queryable, businessId: number): Promise<AttentionSettings> {
  const { rows } = await db.query<{ thresholds: Partial<AttentionSettings> | null; mail: boolean }>(
    'SELECT attention AS thresholds, attention_mail_since IS NOT NULL AS mail FROM business_profiles WHERE user_id = $1',
    [businessId],
  )
  const { thresholds = null, mail = false } = rows[0] ?? {}
  // A threshold that is newer than the saved ones has its default.
  return attentionSettingsSchema.parse({ ...DEFAULT_ATTENTION, ...thresholds, mail })
}

/** A repetition changes nothing; mails that are turned on are due from `now` on. */
export async function setAttentionSettings(
  db: Queryable,
  businessId: number,
  { mail, ...thresholds }: AttentionSettings,
  now: Date,
): Promise<void> {
  await db.query(
    `UPDATE business_profiles SET attention = $2,
       attention_mail_since = CASE WHEN $3 THEN coalesce(attention_mail_since, $4) END
     WHERE user_id = $1`,
    [businessId, JSON.stringify(thresholds), mail, now],
  )
}

/** H5: when an unused redemption code ends. A setting of the installation; off, until somebody sets it. */
import { z } from 'zod'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'

const SETTING = 'redemption_ttl'

/** `since`: when it was set to this number of days. What a buyer was told under another setting no longer counts (decision 32). */
export type RedemptionTtl = { days: number; since: Date }

const settingSchema = z.object({ days: z.number().int().positive(), since: z.coerce.date() }).nullable().default(null)

/** Null where codes do not end. Throws for a setting of another shape. */
export async function readRedemptionTtl(db: Queryable): Promise<RedemptionTtl | null> {
  return settingSchema.parse(await readSetting(db, SETTING))
}

/** The same days again change nothing: what buyers were told goes on counting. `by`: the administrator's users.id. */
export async function setRedemptionTtl(
  db: Queryable,
  days: number | null,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  const before = await readRedemptionTtl(db)
  if ((before?.days ?? null) === days) return
  await writeSetting(db, SETTING, days === null ? null : { days, since: at.toISOString() }, by)
}

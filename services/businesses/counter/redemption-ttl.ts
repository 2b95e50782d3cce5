/** H5: the setting for the lifetime of unused codes; off by default. */
import { z } from 'zod'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'

const SETTING = 'redemption_ttl'

/** Notices sent under an earlier setting do not count (decision 32). */
export type RedemptionTtl = { days: number; since: Date }

const settingSchema = z.object({ days: z.number().int().positive(), since: z.coerce.date() }).nullable().default(null)

/** Null if codes never end. Throws on an invalid stored value. */
export async function readRedemptionTtl(db: Queryable): Promise<RedemptionTtl | null> {
  return settingSchema.parse(await readSetting(db, SETTING))
}

/** Setting the same days changes nothing, so earlier notices still count. `by`: users.id. */
export async function setRedemptionTtl(
  db: Queryable,
  days: number | null,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  const before = await readRedemptionTtl(db)
  if ((before?.days ?? null) === days) return
  await writeSetting(db, SETTING, days === null ? null : { days, since: at.toISOString() }, by)
}

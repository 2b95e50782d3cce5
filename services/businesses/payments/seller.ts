/** The issuer of invoices (H36). Until an administrator sets it, no invoice with a price is issued. */
import { SELLER_FIELDS, sellerSchema, type Seller } from '#contracts/pages/seller.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'

const SETTING = 'seller'

/** Null if unset or invalid, so that administrators are asked again. */
export async function readSeller(db: Queryable): Promise<Seller | null> {
  return sellerSchema.safeParse(await readSetting(db, SETTING)).data ?? null
}

/** False if unchanged. `setBy`: users.id or null. */
export async function setSeller(db: Queryable, seller: Seller, setBy: number | null): Promise<boolean> {
  const before = await readSeller(db)
  if (before && SELLER_FIELDS.every((field) => before[field] === seller[field])) return false
  await writeSetting(db, SETTING, seller, setBy)
  return true
}

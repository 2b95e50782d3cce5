/** Who issues the invoices (H36). A setting of the installation; nobody, until an administrator sets it, and then no invoice is issued at all. */
import { SELLER_FIELDS, sellerSchema, type Seller } from '#contracts/pages/seller.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'

const SETTING = 'seller'

/** Null where nobody is set. What was written by hand in another shape is nobody too: the administrators are asked for it anew. */
export async function readSeller(db: Queryable): Promise<Seller | null> {
  return sellerSchema.safeParse(await readSetting(db, SETTING)).data ?? null
}

/** False where it was the same already. `setBy`: the administrator's users.id; null where none did. */
export async function setSeller(db: Queryable, seller: Seller, setBy: number | null): Promise<boolean> {
  const before = await readSeller(db)
  if (before && SELLER_FIELDS.every((field) => before[field] === seller[field])) return false
  await writeSetting(db, SETTING, seller, setBy)
  return true
}

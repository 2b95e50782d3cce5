/** The first provider: the payer transfers the amount with the invoice's number as its purpose, and an administrator confirms it. */
import { z } from 'zod'
import type { Payment } from '#contracts/billing.ts'
import type { Queryable } from '#platform/postgres.ts'
import { readSetting } from '../settings.ts'
import type { PaymentProvider } from './port.ts'

/** Who issues the invoices: a setting, to be filled in by the owner before the first real invoice. */
export const sellerSchema = z.object({
  name: z.string(),
  taxId: z.string(),
  address: z.string(),
  bank: z.string(),
  account: z.string(),
})
export type Seller = z.infer<typeof sellerSchema>

export const SELLER_SETTING = 'seller'
const DEFAULT_SELLER: Seller = { name: '«Հատիկ» ՍՊԸ', taxId: '00000000', address: 'ՀՀ, ք. Երևան', bank: 'Բանկ', account: '0000000000000000' }

export async function readSeller(db: Queryable): Promise<Seller> {
  const set = await readSetting(db, SELLER_SETTING)
  return set === undefined ? DEFAULT_SELLER : sellerSchema.parse(set)
}

export const bankTransfer: PaymentProvider = {
  name: 'bank_transfer',
  async instructions(db, { number }): Promise<Payment> {
    const { name, bank, account } = await readSeller(db)
    return { provider: 'bank_transfer', recipient: name, bank, account, purpose: number }
  },
  // The open refund is the task: an administrator makes the transfer and confirms it.
  refund: async () => {},
}

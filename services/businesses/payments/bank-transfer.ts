/** The payer transfers with the invoice number as purpose; an administrator confirms. */
import type { PaymentProvider } from './port.ts'
import { readSeller } from './seller.ts'

export const bankTransfer: PaymentProvider = {
  name: 'bank_transfer',
  async instructions(db, { number }) {
    const seller = await readSeller(db)
    return seller
      ? {
          provider: 'bank_transfer',
          recipient: seller.name,
          bank: seller.bank,
          account: seller.account,
          purpose: number,
        }
      : null
  },
  // The open refund invoice itself is the administrator's task.
  refund: async () => {},
}
